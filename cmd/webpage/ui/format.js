// @ts-check
// The form of the open file: the engine that wrote it, and its container.

import { $, element, options, visible } from "./dom.js";
import { choice, t, told } from "./i18n.js";

/** @typedef {import("./app.js").App} App */

/** The kinds of files that all engines write alike. */
const alike = ["resource", "json", "text"];

/**
 * showFormat fills the chip with the engine and the container of a file.
 * @param {any} file
 */
export function showFormat(file) {
	const found = file.engines.find((/** @type {any} */ e) => e.name === file.engine);
	const engine = alike.includes(file.kind) || !found ? null : choice(found);
	const container = element("span", { class: "container" },
		(engine ? "· " : "") + choice(file.container));

	$("format-text").replaceChildren(engine ?? "", " ", container);
	$("format").title = [t("downloadAs"), told(file.why), file.why?.detail]
		.filter((s) => s).map(visible).join("\n");
	$("format").disabled = !file.writable;
}

/**
 * readerSelect returns the choice of the engine that reads the file, or null if there is no choice.
 * @param {App} app
 * @param {string} id
 * @param {() => void} [done] is called before the file is read anew
 */
export function readerSelect(app, id, done = () => {}) {
	const { file } = app;
	if (alike.includes(file.kind) || file.readers.length < 2) return null;

	const select = element("select", { id });
	options(select, file.readers.map((/** @type {any} */ r) =>
		({ name: r.name, label: choice(r) })), file.reader);
	select.addEventListener("change", () => {
		const engine = select.value;
		select.value = file.reader; // the old choice stays until the file is read again
		done();
		app.tell("readAs", engine);
	});
	return element("div", { class: "field" }, element("label", { for: id }, t("engine")), select);
}
