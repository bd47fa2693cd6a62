// @ts-check
// The menu: what a narrow header has no room for, and the language.

import { $, element } from "./dom.js";
import { dialog } from "./ask.js";
import { language, languages, t } from "./i18n.js";

/** @typedef {import("./texts.js").Key} Key */

/**
 * menu opens the menu.
 * @param {boolean} open whether a file is open
 */
export function menu(open) {
	const go = (/** @type {string} */ id, /** @type {Key} */ label) =>
		element("button", { type: "button", "data-go": id, onclick: () => {
			box.close();
			$(id).click();
		} }, t(label));

	const close = () => box.close();
	const engines = $("read-as").hidden ? 0 : $("read-as").options.length;
	const box = dialog(t("menu"), [
		element("div", { class: "menu" },
			go("file", "open"),
			open && go("other", "compare"),
			open && go("download-as", "downloadAs"),
			open && go("patch", "applyPatch"),
			go("help-button", "help")),
		open && engines > 1 && copyOf($("read-as"), "engine", close),
		open && keepWork(),
		element("div", { class: "field" },
			element("label", { for: "menu-language" }, t("language")),
			languageSelect("menu-language")),
	], "menu");
	box.querySelector("button")?.focus();
}

/**
 * copyOf returns a select element that chooses in another one.
 * @param {HTMLSelectElement} select
 * @param {Key} label
 * @param {() => void} done
 */
function copyOf(select, label, done) {
	const id = "menu-" + select.id;
	const copy = element("select", { id }, ...[...select.options].map((o) => o.cloneNode(true)));
	copy.value = select.value;
	copy.addEventListener("change", () => {
		done();
		select.value = copy.value;
		select.dispatchEvent(new Event("change", { bubbles: true }));
	});
	return element("div", { class: "field" }, element("label", { for: id }, t(label)), copy);
}

/** keepWork returns the switch that keeps the work in the tab. */
function keepWork() {
	const box = element("input", { type: "checkbox", id: "menu-keep" });
	box.checked = $("keep-work").checked;
	box.addEventListener("change", () => $("keep-work").click());
	return element("label", {}, box, " ", t("keepWork"));
}

/**
 * languageSelect returns the choice of the language. The page starts anew with it.
 * @param {string} id
 */
export function languageSelect(id) {
	const select = element("select", { id }, ...languages.map(({ name, label }) =>
		element("option", { value: name, lang: name }, label)));
	select.value = language();
	select.addEventListener("change", () => {
		location.hash = "lang=" + select.value;
		location.reload();
	});
	return select;
}
