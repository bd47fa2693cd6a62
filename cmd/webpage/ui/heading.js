// @ts-check The head of the panel beside the tree: the path of the value, its name, its type, and
// the parts of a container.

import { $, element, icon, isolated } from "./dom.js";
import { language, t, told } from "./i18n.js";
import { familyClass } from "./values.js";

/** @typedef {import("./app.js").App} App */

/**
 * heading returns the path, the name and the type of a value.
 * @param {App} app
 * @param {any} value
 * @returns {Node[]}
 */
export function heading(app, value) {
	return [
		element("div", { class: "path" },
			crumbs(app, value),
			element("button", {
				class: "ghost square", id: "copy-path", "aria-label": t("copyPath"),
				title: t("copyPath"), onclick: () => app.copy(value.path),
			}, icon("copy")),
			element("button", {
				class: "ghost square sheet-close", "aria-label": t("close"),
				onclick: () => {
					$("side").classList.add("closed");
					$("tree").focus();
				},
			}, icon("close"))),
		element("h2", { id: "editor-title" }, isolated(value.label),
			element("span", { class: "badge " + familyClass(value.family), id: "editor-type" },
				value.type)),
	];
}

/**
 * crumbs returns links to the values around a value.
 * @param {App} app
 * @param {any} value
 */
function crumbs(app, value) {
	const last = value.crumbs.length - 1;
	return element("nav", { id: "editor-path", title: value.path, "aria-label": t("path") },
		...value.crumbs.flatMap((/** @type {any} */ crumb, /** @type {number} */ i) => [
			i > 0 && " › ",
			i < last ? element("button", {
				type: "button", class: "crumb", onclick: () => go(app, crumb.path),
			}, isolated(crumb.label)) : isolated(crumb.label),
		]));
}

/**
 * go selects another value.
 * @param {App} app
 * @param {string} path
 */
function go(app, path) {
	return app.run(async () => {
		if (await app.flush()) app.tell("go", path);
	});
}

/**
 * contents returns a line with the number of the parts of a container and their types.
 * @param {any} value
 */
export function contents({ contents }) {
	return contents && element("p", { class: "contents" },
		element("b", {}, told(contents.count)),
		...contents.types.flatMap((/** @type {any} */ { type, family, n }) => [" ",
			element("span", { class: "badge " + familyClass(family) },
				contents.types.length > 1 ? type + " × " + n.toLocaleString(language()) : type)]));
}
