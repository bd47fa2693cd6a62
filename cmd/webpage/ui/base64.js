// @ts-check
// Bytes as text.

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
	const piece = 0x8000;
	let text = "";
	for (let i = 0; i < bytes.length; i += piece) {
		text += String.fromCharCode(...bytes.subarray(i, i + piece));
	}
	return btoa(text);
}

/** @param {string} text */
export function fromBase64(text) {
	const raw = atob(text);
	const bytes = new Uint8Array(raw.length);
	for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
	return bytes;
}
