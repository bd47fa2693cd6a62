// @ts-check The menu: the controls for which a narrow header has no room, and the language.

import { $, element } from "./dom.js";
import { dialog } from "./ask.js";
import { readerSelect } from "./format.js";
import { language, languages, t } from "./i18n.js";
import { fragment, setFragment } from "./link.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./texts.js").Key} Key */

/**
 * menu opens the menu.
 * @param {App} app
 */
export function menu(app) {
	const open = app.file !== null && !app.file.locked;
	const tell = (/** @type {string} */ name, /** @type {Key} */ label) =>
		element("button", { type: "button", "data-tell": name, onclick: () => {
			box.close();
			app.tell(name);
		} }, t(label));
	const go = (/** @type {string} */ id, /** @type {Key} */ label) =>
		element("button", { type: "button", "data-go": id, onclick: () => {
			box.close();
			$(id).click();
		} }, t(label));

	const box = dialog(t("menu"), [
		element("div", { class: "menu" },
			go("file", "open"),
			open && go("other", "compare"),
			tell("paste", "paste"),
			open && go("download-as", "downloadAs"),
			open && app.file.writable && tell("link", "link"),
			open && go("patch", "applyPatch"),
			go("help-button", "help")),
		open && readerSelect(app, "read-as", () => box.close()),
		open && keepWork(),
		element("div", { class: "field" },
			element("label", { for: "menu-language" }, t("language")),
			languageSelect("menu-language", app, () => box.close())),
	], "menu");
	box.querySelector("button")?.focus();
}

/** keepWork returns the switch that keeps the work in the tab. */
function keepWork() {
	const box = element("input", { type: "checkbox", id: "menu-keep" });
	box.checked = $("keep-work").checked;
	box.addEventListener("change", () => $("keep-work").click());
	return element("label", {}, box, " ", t("keepWork"));
}

/**
 * languageSelect returns the choice of the language. After a choice the page is loaded again in the
 * chosen language.
 * @param {string} id
 * @param {App} app
 * @param {() => void} [done] is called before that
 */
export function languageSelect(id, app, done = () => {}) {
	const select = element("select", { id }, ...languages.map(({ name, label }) =>
		element("option", { value: name, lang: name }, label)));
	select.value = language();
	select.addEventListener("change", () => {
		const said = fragment();
		said.set("lang", select.value);
		setFragment(said);
		done();
		app.tell("renew");
	});
	return select;
}
