// @ts-check
// The elements of the page. All text of a file goes through these functions: it is never markup,
// and no character in it changes how other text is shown.

import { t } from "./i18n.js";

/**
 * $ returns the element with an id.
 * @param {string} id
 * @returns {any}
 */
export function $(id) {
	return document.getElementById(id);
}

/**
 * element returns a new element. Children are elements and text.
 * @param {string} name
 * @param {Record<string, any>} [properties] attributes; "class" too; on… are listeners
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (value === undefined || value === null || value === false) continue;
		if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
		else e.setAttribute(key, value === true ? "" : String(value));
	}

	for (const child of children) {
		if (child) e.append(typeof child === "string" ? visible(child) : child);
	}
	return e;
}

/**
 * icon returns one of the pictures of the page.
 * @param {string} name
 */
export function icon(name) {
	const namespace = "http://www.w3.org/2000/svg";
	const svg = document.createElementNS(namespace, "svg");
	svg.setAttribute("class", "icon");
	svg.setAttribute("aria-hidden", "true");
	const use = document.createElementNS(namespace, "use");
	use.setAttribute("href", "#i-" + name);
	svg.append(use);
	return svg;
}

/**
 * become gives an element the attributes and the children of another element of the same name. It
 * keeps old children and changes them if possible. So a mouse button that is pressed on a child is
 * also released on this child, which makes a click.
 * @param {HTMLElement} e
 * @param {HTMLElement} other
 */
export function become(e, other) {
	for (const { name } of [...e.attributes]) {
		if (!other.hasAttribute(name)) e.removeAttribute(name);
	}
	for (const { name, value } of other.attributes) {
		if (name !== "style" && e.getAttribute(name) !== value) e.setAttribute(name, value);
	}
	e.style.cssText = other.style.cssText; // the policy forbids the attribute style

	const before = [...e.childNodes];
	const after = [...other.childNodes];
	for (const [i, child] of after.entries()) {
		const old = before[i];
		if (!old) e.append(child);
		else if (old.nodeName !== child.nodeName) old.replaceWith(child);
		else if (old instanceof HTMLElement) become(old, /** @type {HTMLElement} */ (child));
		else if (old.nodeValue !== child.nodeValue) old.nodeValue = child.nodeValue;
	}
	for (const old of before.slice(after.length)) old.remove();
}

/**
 * visible escapes characters that change how other characters are shown: control characters, and
 * format characters such as those for the direction of text. Lines and tabs stay.
 * @param {string} text
 */
export function visible(text) {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) =>
		"\n\t".includes(c) ? c : "\\u" + (c.codePointAt(0) ?? 0).toString(16).padStart(4, "0"));
}

/**
 * isolated returns an element with a text. The direction of the text does not change other text.
 * @param {string} text
 * @param {string} [name] of its class
 */
export function isolated(text, name) {
	return element("bdi", { class: name }, text);
}

/**
 * @typedef {{text: string, detail?: string}} Problem is a sentence about what went wrong, and the
 * words of the program
 */

/**
 * show puts texts into a place, each isolated. The words of the program are folded below a problem.
 * @param {Element} place
 * @param {...(string | Problem)} texts
 */
export function show(place, ...texts) {
	place.replaceChildren(...texts.filter((text) => text).flatMap((text) =>
		(typeof text === "string" ? [isolated(text)] : [isolated(text.text), ...folded(text)])));
}

/**
 * folded returns a folded element with the program's own text about a problem.
 * @param {Problem} problem
 */
export function folded({ detail }) {
	if (!detail) return [];
	return [element("details", { class: "detail" }, element("summary", {}, t("details")),
		isolated(detail))];
}

/**
 * options fills a select element with a list of options.
 * @param {HTMLSelectElement} select
 * @param {{name: string, label: string}[]} list
 * @param {string} [chosen]
 */
export function options(select, list, chosen) {
	select.replaceChildren(...list.map(({ name, label }) =>
		element("option", { value: name }, label)));
	if (chosen !== undefined) select.value = chosen;
}

/**
 * fault shows an error beside a field, or removes the shown error.
 * @param {Element} field
 * @param {Element} place
 * @param {string | Problem} message
 */
export function fault(field, place, message) {
	show(place, message);
	if (message) field.setAttribute("aria-invalid", "true");
	else field.removeAttribute("aria-invalid");
}

/**
 * keep saves bytes as a download under exactly this name.
 * @param {Uint8Array} bytes
 * @param {string} name
 */
export function keep(bytes, name) {
	// Without a type, browsers would add the extension of a guessed type to a name that has none.
	const type = "application/octet-stream";
	const address = URL.createObjectURL(new Blob([/** @type {any} */ (bytes)], { type }));
	const link = element("a", { href: address, download: name });
	document.body.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * bytesText returns a size for people: 2.2 kB.
 * @param {number} n
 * @param {string} language
 */
export function bytesText(n, language) {
	const units = ["B", "kB", "MB", "GB"];
	let unit = 0;
	let value = n;
	while (value >= 1000 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	const digits = unit > 0 && value < 10 ? 1 : 0;
	return value.toLocaleString(language, { maximumFractionDigits: digits }) + " " + units[unit];
}
