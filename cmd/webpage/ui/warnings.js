// @ts-check The warnings about the open file.

import { element, folded } from "./dom.js";
import { readerSelect } from "./format.js";
import { t, told } from "./i18n.js";

/** @typedef {import("./app.js").App} App */

/**
 * warnings shows the warnings about a file. If several engines may have written it, the user can
 * choose the engine.
 * @param {App} app
 * @param {() => void} salvage
 */
export function warnings(app, salvage) {
	const { file } = app;
	const list = (file.warnings ?? []).map((/** @type {any} */ w) =>
		element("div", { class: "notice" }, element("p", {}, told(w)), ...folded(w.params),
			w.key === "warn.tie" && readerSelect(app, "read-tied")));
	if (file.damage) {
		list.unshift(element("div", { class: "notice", id: "damage" },
			element("p", {}, told(file.damage)),
			element("button", { type: "button", id: "salvage", onclick: salvage }, t("salvage")),
			...folded(file.damage.params)));
	}
	return list;
}
