// @ts-check
// The texts of the page, in the language of the reader.

import { texts } from "./texts.js";

/** The languages, in the order of the columns of texts. */
export const languages = [
	{ name: "en", label: "English" },
	{ name: "de", label: "Deutsch" },
	{ name: "es", label: "Español" },
	{ name: "pt-BR", label: "Português (Brasil)" },
	{ name: "zh", label: "中文" },
	{ name: "ja", label: "日本語" },
];

/** @typedef {{key?: string, params?: Record<string, any>, text: string}} Message of the program */

let column = 0;

/** language returns the name of the language. */
export function language() {
	return languages[column].name;
}

/**
 * setLanguage chooses the language that fits first.
 * @param {readonly string[]} wanted such as navigator.languages
 */
export function setLanguage(wanted) {
	for (const name of wanted) {
		const short = name.slice(0, 2).toLowerCase();
		const at = languages.findIndex((l) => l.name.slice(0, 2) === short);
		if (at >= 0) {
			column = at;
			return;
		}
	}
	column = 0;
}

/**
 * t returns a text of the page.
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
	const row = texts[key];
	if (!row) throw new Error("no text is called " + key);
	return fill(row[column] ?? row[0], params);
}

/**
 * count returns a number with its noun: a text with a form for one and a form for more, after "|".
 * @param {string} key
 * @param {number} n
 */
export function count(key, n) {
	const forms = t(key).split("|");
	const one = new Intl.PluralRules(language()).select(n) === "one";
	const form = one ? forms[0] : forms[forms.length - 1];
	return fill(form, { n: n.toLocaleString(language()) });
}

/**
 * told returns a message of the program.
 * @param {Message | string | null | undefined} message
 */
export function told(message) {
	if (!message) return "";
	if (typeof message === "string") return message;

	const row = message.key ? texts["go." + message.key] : undefined;
	const template = row?.[column];
	if (!template) return message.text;
	const params = { ...message.params };
	if (params.engine) params.engine = label(params.engine);
	if (message.key === "about.date" && params.date) params.text = date(params.date);
	return fill(template, params);
}

/** @param {string} text of ISO 8601 */
function date(text) {
	return new Date(text).toLocaleString(language(),
		{ dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
}

/**
 * rowText returns the text of a row: what the program says about a container is translated.
 * @param {{text: string, family: string, parts: number}} row
 */
export function rowText({ text, family, parts }) {
	if (column === 0) return text;
	const noun = (/** @type {string} */ key) => fill(t("go.count." + key), { n: parts });
	if (family === "object") {
		return text.replace(/[\d,]+ propert(y|ies)$/, () => noun("properties"));
	}
	if (!["container", "packed"].includes(family)) return text;
	return text.replace(/^[\d,]+ (key|item)s?(?=$| \[)/, (_, key) => noun(key + "s"));
}

/**
 * choice returns the label of a choice of the program.
 * @param {{label: string}} choice
 */
export function choice(choice) {
	return label(choice.label);
}

/** The words of labels, with the keys of their texts. */
const labelWords = Object.entries({
	same: /^in the same container: (.+)$/, later: /^(.+) and later$/,
	range: /^(\D+[\d.]+) to ([\d.]+)$/, double: /^double precision$/, big: /^big-endian$/,
	compressed: /^compressed$/, encrypted: /^encrypted$/, plain: /^plain$/,
});

/**
 * label returns a label of the program: names of engines and containers, parted by commas.
 * @param {string} text
 */
function label(text) {
	if (column === 0) return text;
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
			const [, first = "", second = ""] = found;
			return t("label." + key, { first: key === "same" ? labelPart(first) : first, second });
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
		const shown = typeof value === "number" ? value.toLocaleString(language()) : String(value);
		if (one === undefined) return shown;
		const form = new Intl.PluralRules(language()).select(value) === "one" ? one : more;
		return shown + " " + form;
	});
}

/**
 * translate fills in the texts of the elements that name one.
 * @param {Document | Element} root
 */
export function translate(root) {
	for (const e of root.querySelectorAll("[data-t]")) {
		e.textContent = t(e.getAttribute("data-t") ?? "");
	}
	for (const e of root.querySelectorAll("[data-t-label]")) {
		const text = t(e.getAttribute("data-t-label") ?? "");
		e.setAttribute("aria-label", text);
		if (e.tagName === "BUTTON") e.setAttribute("title", text);
	}
	for (const e of root.querySelectorAll("[data-t-placeholder]")) {
		e.setAttribute("placeholder", t(e.getAttribute("data-t-placeholder") ?? ""));
	}
}
