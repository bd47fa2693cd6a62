// @ts-check
// The texts of the page, in the language of the reader.

import { languages } from "./texts.js";

export { languages };

/** @typedef {import("./texts.js").Key} Key */
/** @typedef {{key?: string, params?: Record<string, any>, text: string}} Message of the program */

let chosen = languages[0];

/** language returns the name of the language. */
export function language() {
	return chosen.name;
}

/**
 * setLanguage chooses the first wanted language that the page has.
 * @param {readonly string[]} wanted such as navigator.languages
 */
export function setLanguage(wanted) {
	const short = (/** @type {string} */ name) => name.slice(0, 2).toLowerCase();
	const found = wanted.map((name) => languages.find((l) => short(l.name) === short(name)));
	chosen = found.find((l) => l) ?? languages[0];
}

/**
 * t returns a text of the page.
 * @param {Key} key
 * @param {Record<string, any>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
	const text = chosen.texts.page[key];
	if (text === undefined) throw new Error("no text is called " + key);
	return fill(text, params);
}

/**
 * member returns the text with a name in a group of texts. The program chooses the name.
 * @param {import("./texts.js").Group} group
 * @param {string} name
 * @param {Record<string, any>} [params]
 */
export function member(group, name, params) {
	return t(/** @type {Key} */ (group + "." + name), params);
}

/**
 * told returns the text of a message of the program, in the language of the page.
 * @param {Message | string | null | undefined} message
 * @returns {string}
 */
export function told(message) {
	if (!message) return "";
	if (typeof message === "string") return message;

	const { program } = chosen.texts;
	const template = program[message.key ?? ""];
	if (!template) { // the text of a message may be just another message
		const [only] = Object.values(message.params ?? {});
		return only?.key && only.text === message.text ? told(only) : message.text;
	}
	const params = { ...message.params };
	if (params.engine) params.engine = label(params.engine);
	if (params.engines) params.engines = params.engines.split("; ").map(label).join("; ");
	if (message.key === "about.date" && params.date) params.text = date(params.date);
	return fill(template, params);
}

/** @param {string} text of ISO 8601 */
function date(text) {
	return new Date(text).toLocaleString(language(),
		{ dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
}

/**
 * rowText returns the text of a row. It translates the program's words about a container.
 * @param {{text: string, family: string, parts: number}} row
 */
export function rowText({ text, family, parts }) {
	const { program } = chosen.texts;
	if (!program["count.keys"]) return text;
	const noun = (/** @type {string} */ key) => fill(program["count." + key], { n: parts });
	if (family === "object") {
		return text.replace(/[\d,]+ propert(y|ies)$/, () => noun("properties"));
	}
	if (!["container", "packed"].includes(family)) return text;
	return text.replace(/^[\d,]+ (key|item)s?(?=$| \[)/, (_, key) => noun(key + "s"));
}

/**
 * choice returns the label of an option that the program offers.
 * @param {{label: string}} choice
 */
export function choice(choice) {
	return label(choice.label);
}

/** The patterns of the parts of labels, by the keys of their texts. */
const labelWords = Object.entries({
	same: /^in the same container: (.+)$/, later: /^(.+) and later$/,
	range: /^(\D+[\d.]+) to ([\d.]+)$/, double: /^double precision$/, big: /^big-endian$/,
	compressed: /^compressed$/, encrypted: /^encrypted$/, plain: /^plain$/,
});

/**
 * label returns a label of the program: names of engines and containers, separated by commas.
 * @param {string} text
 */
function label(text) {
	return text.split(", ").map(labelPart).join(", ");
}

/**
 * @param {string} text
 * @returns {string}
 */
function labelPart(text) {
	for (const [key, pattern] of labelWords) {
		const found = pattern.exec(text);
		if (found) {
			const [, one = "", second = ""] = found;
			const first = key === "same" ? labelPart(one) : one;
			return member("label", key, { first, second });
		}
	}
	return text;
}

/**
 * fill puts values into a text: {name} is the value of that name, and {name|one|more} a number with
 * the form of its noun.
 * @param {string} text
 * @param {Record<string, any>} params
 */
function fill(text, params) {
	return text.replace(/\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (whole, name, one, more) => {
		const value = params[name];
		if (value === undefined) return whole;
		const shown = shownParam(value);
		if (one === undefined) return shown;
		const form = new Intl.PluralRules(language()).select(value) === "one" ? one : more;
		return shown + " " + form;
	});
}

/**
 * shownParam returns the text of a value in a message: a number, a text, a message, or a list.
 * @param {any} value
 * @returns {string}
 */
function shownParam(value) {
	if (Array.isArray(value)) return value.map(shownParam).join(", ");
	if (value?.text !== undefined) return told(value);
	return typeof value === "number" ? value.toLocaleString(language()) : String(value);
}

/**
 * translate sets the texts of the elements whose attributes name a text.
 * @param {Document | Element} root
 */
export function translate(root) {
	for (const e of root.querySelectorAll("[data-t]")) {
		e.textContent = t(keyOf(e, "data-t"));
	}
	for (const e of root.querySelectorAll("[data-t-label]")) {
		const text = t(keyOf(e, "data-t-label"));
		e.setAttribute("aria-label", text);
		if (e.tagName === "BUTTON") e.setAttribute("title", text);
	}
	for (const e of root.querySelectorAll("[data-t-placeholder]")) {
		e.setAttribute("placeholder", t(keyOf(e, "data-t-placeholder")));
	}
}

/**
 * keyOf returns the key that an attribute of an element names. A test requires that page.html has
 * only valid keys.
 * @param {Element} e
 * @param {string} attribute
 */
function keyOf(e, attribute) {
	return /** @type {Key} */ (e.getAttribute(attribute));
}
