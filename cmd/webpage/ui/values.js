// @ts-check
// The meaning of the types of values for the page. Nothing here needs a browser.

/** @type {Record<string, string>} the classes of the families of types, which have a colour each */
const classes = {
	null: "dic", bool: "bool", int: "num", float: "num", string: "str", vector: "vec", color: "vec",
	container: "dic", packed: "dic", object: "obj", other: "dic",
};

/** @param {string} family */
export function familyClass(family) {
	return classes[family] ?? "dic";
}

/**
 * isInPlace reports whether a value is edited in its row.
 * @param {{family: string, parts: number}} row
 */
export function isInPlace(row) {
	return ["bool", "int", "float", "string", "vector", "color"].includes(row.family);
}

/**
 * inPlaceArgs returns the text of a value in its row, and the arguments of the edit that sets a
 * text.
 * @param {any} value the answer of the program about the value
 * @param {string} [typed]
 * @returns {{text: string, args: Record<string, any>}}
 */
export function inPlaceArgs(value, typed = "") {
	switch (value.editor) {
	case "int":
	case "float":
	case "text":
		return { text: value.plain, args: { plain: typed } };
	case "color":
		return { text: value.hex, args: colorArgs(typed.trim()) };
	case "parts":
		return partsInPlace(value, typed);
	}
	return { text: value.code, args: { text: typed } };
}

/**
 * colorArgs returns the arguments for a color: #rrggbb, a name such as red, or GDScript.
 * @param {string} typed
 */
function colorArgs(typed) {
	if (/^#?[0-9a-f]*$/i.test(typed)) return { hex: typed };
	const name = /^[a-z]+([ _][a-z]+)*$/i.test(typed);
	return { text: name ? "Color." + typed.toUpperCase().replaceAll(" ", "_") : typed };
}

/**
 * partsInPlace returns the text of a vector, its numbers with spaces between them, and the
 * arguments of the edit for a typed text. Numbers with commas and GDScript are accepted, too.
 * @param {any} value
 * @param {string} typed
 */
function partsInPlace(value, typed) {
	const text = value.parts.map((/** @type {any} */ p) => p.text).join(" ");
	const numbers = typed.split(/[\s,;]+/).filter((n) => n);
	const plain = numbers.length === value.parts.length && !/[()]/.test(typed);
	return { text, args: plain ? { parts: numbers } : { text: typed } };
}

/**
 * words returns the words of a query that are marked in rows.
 * @param {string} query
 * @returns {string[]}
 */
export function words(query) {
	const terms = query.match(/(?:[^\s"]*"[^"]*"|\S+)/g) ?? [];
	return terms
		.filter((term) => !/^([<>!]|type:|changed:)/.test(term))
		.map((term) => term.replace(/^(key:|value:|=)/, "").replaceAll('"', "").toLowerCase())
		.filter((term) => term);
}

/**
 * hexOf returns the six digits that a colour field of the browser understands, and the alpha.
 * @param {string} hex #rrggbbaa
 */
export function hexOf(hex) {
	const match = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(hex);
	if (!match) return { rgb: "#000000", alpha: "ff" };
	return { rgb: "#" + match[1], alpha: match[2] ?? "ff" };
}
