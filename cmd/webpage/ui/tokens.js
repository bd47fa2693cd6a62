// @ts-check
// The words of a line of code, for their colors. Nothing here needs a browser.

/** @typedef {"text" | "json" | "gdscript" | "go"} Code is the language of a text */

/** The sign that begins a comment. */
const comments = { text: null, json: null, gdscript: "#", go: "//" };

const keywords = new Set(("and const elif else extends for func if import in map not or package " +
	"return static struct type var while").split(" "));
const constants = new Set("true false null nil inf nan inf_neg".split(" "));

/**
 * The patterns of the words: a string, a comment, a number, a name. A string may begin or end in
 * another line.
 */
const inner = String.raw`(?:[^"\\]|\\[\s\S]|\\$)*(?:"|$)`;
const word = String.raw`(?<number>-?\b\d[\w.]*(?:[eE][+-]\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)`;

/** @param {string | null} comment */
function pattern(comment) {
	const rest = comment ? `|(?<comment>${comment}.*)` : "";
	return new RegExp(`(?<string>[&^]?"${inner}|\`[^\`]*\`?)${rest}|${word}`, "gsu");
}

const patterns = new Map(Object.entries(comments).map(([code, sign]) => [code, pattern(sign)]));
const stringEnd = new RegExp(`^${inner}`, "su");

/**
 * tokens splits a line into pieces. Each piece has the name of a class, or "".
 * @param {string} line
 * @param {Code} code
 * @param {boolean} inString whether the line begins inside of a string
 * @returns {{text: string, name: string}[]}
 */
export function tokens(line, code, inString) {
	/** @type {{text: string, name: string}[]} */
	const pieces = [];
	let at = 0;
	const add = (/** @type {number} */ to, /** @type {string} */ name) => {
		if (to > at) pieces.push({ text: line.slice(at, to), name });
		at = to;
	};
	if (inString) add(stringEnd.exec(line)?.[0].length ?? 0, "str");

	const find = /** @type {RegExp} */ (patterns.get(code));
	find.lastIndex = at;
	for (let found = find.exec(line); found; found = find.exec(line)) {
		add(found.index, "");
		const to = find.lastIndex;
		add(to, nameOf(found, line.slice(to)));
	}
	add(line.length, "");
	return pieces;
}

/**
 * nameOf returns the class of a word.
 * @param {RegExpExecArray} found
 * @param {string} rest of the line after it
 */
function nameOf({ groups = {} }, rest) {
	if (groups.comment !== undefined) return "note";
	if (groups.number !== undefined) return "num";
	if (groups.string !== undefined) return /^\s*:/.test(rest) ? "key" : "str";
	if (constants.has(groups.name)) return "bool";
	if (keywords.has(groups.name)) return "word";
	return /^\p{Lu}/u.test(groups.name) ? "vec" : "";
}

/**
 * The signs that matter for folds: strings, comments and brackets, but not the brackets of calls.
 */
const signs = new Map(Object.entries(comments).map(([code, comment]) => {
	const rest = comment ? comment + String.raw`.*|[[\]{}]` : String.raw`[[\](){}]`;
	return [code, new RegExp(`"${inner}|\`[^\`]*\`?|${rest}`, "gsu")];
}));

/**
 * brackets returns the brackets of a line that are in no string and no comment, and whether a
 * string goes on in the next line.
 * @param {string} line
 * @param {Code} code
 * @param {boolean} inString whether the line begins inside of a string
 */
export function brackets(line, code, inString) {
	let found = "";
	let open = inString;
	const find = /** @type {RegExp} */ (signs.get(code));
	find.lastIndex = 0;
	if (inString) {
		const [begin] = /** @type {RegExpExecArray} */ (stringEnd.exec(line));
		find.lastIndex = begin.length;
		open = !isEnded(begin, 0);
	}

	for (let sign = find.exec(line); sign; sign = find.exec(line)) {
		const [text] = sign;
		if (text[0] === '"') open = !isEnded(text, 1);
		else if (text.length === 1) found += text;
	}
	return { found, inString: open };
}

/**
 * isEnded reports whether a string has its closing quote.
 * @param {string} text
 * @param {number} from where its contents begin
 */
function isEnded(text, from) {
	return /^(?:[^"\\]|\\[\s\S])*"$/u.test(text.slice(from));
}
