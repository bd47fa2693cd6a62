// @ts-check
// The fragment of the address: a language, a sample, or a save. Browsers send it to no server.

import { fromBase64, toBase64 } from "./base64.js";

/** The longest link. Safari takes 80,000 characters, and other browsers take more. */
export const longestLink = 64_000;

/** The longest file that a link unpacks to. */
const longestFile = 64 << 20;

/** fragment returns the parameters in the fragment of the address. */
export function fragment() {
	return new URLSearchParams(location.hash.slice(1));
}

/**
 * setFragment changes the parameters in the fragment of the address, without a new step in the
 * history.
 * @param {URLSearchParams} said
 */
export function setFragment(said) {
	const [page] = location.href.split("#");
	history.replaceState(history.state, "", said.size > 0 ? page + "#" + said : page);
}

/**
 * linkTo returns a link that carries a file.
 * @param {string} page its address
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export async function linkTo(page, name, bytes) {
	const packed = await through(new CompressionStream("deflate"), bytes, Infinity);
	const save = toBase64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
	return page.split("#")[0] + "#" + new URLSearchParams({ name, save });
}

/**
 * fileOf returns the file that a link carries, or null if the link is not complete. The packed
 * bytes end with a checksum.
 * @param {URLSearchParams} said
 */
export async function fileOf(said) {
	try {
		const text = (said.get("save") ?? "").replaceAll("-", "+").replaceAll("_", "/");
		const bytes = await through(new DecompressionStream("deflate"), fromBase64(text),
			longestFile);
		return { name: said.get("name") || "link.save", bytes };
	} catch {
		return null;
	}
}

/**
 * through returns the bytes that a stream makes of bytes. It fails if they are more than most
 * bytes.
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array} bytes
 * @param {number} most
 */
async function through(stream, bytes, most) {
	const parts = [];
	let length = 0;
	const made = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(stream).getReader();
	for (;;) {
		const { done, value } = await made.read();
		if (done) break;
		length += value.length;
		if (length > most) {
			await made.cancel();
			throw new Error("too long");
		}
		parts.push(value);
	}
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}
