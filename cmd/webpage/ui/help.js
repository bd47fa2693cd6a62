// @ts-check
// The help: keys, the search, and where games store saves.

import { element } from "./dom.js";
import { dialog } from "./ask.js";
import { t } from "./i18n.js";

/** @typedef {import("./texts.js").Key} Key */

/**
 * The keys, each with the text that explains it.
 * @type {[string, Key][]}
 */
const keys = [
	["↑ ↓  Home  End  PgUp  PgDn", "helpMove"], ["→ ←", "helpOpen"], ["*", "helpSiblings"],
	["Enter  F2", "helpEdit"], ["Tab", "helpNext"], ["Esc", "helpBack"], ["Insert", "helpInsert"],
	["Delete", "helpDelete"], ["Alt ↑  Alt ↓", "helpOrder"], ["Ctrl Z  Ctrl Y", "helpUndo"],
	["Ctrl F", "helpFind"], ["Ctrl S", "helpSave"], ["Ctrl O", "helpFile"], ["?", "help"],
];

/**
 * The terms of a search, each with the text that explains it.
 * @type {[string, Key][]}
 */
const queries = [
	["gold", "helpWord"], ["type:Color  type:vector", "helpType"],
	["key:hp  value:Tia", "helpPart"],
	[">1000  <=5  =42  !=0", "helpNumber"], ["changed:", "helpChanged"],
];

/** help opens the help. */
export function help() {
	const table = (/** @type {[string, Key][]} */ rows) => element("div", { class: "keytable" },
		...rows.flatMap(([name, text]) => [
			element("span", {}, ...name.split("  ").flatMap((k) => [element("kbd", {}, k), " "])),
			element("span", {}, t(text)),
		]));

	const box = dialog(t("help"), [
		table(keys),
		element("h3", {}, t("find")), table(queries),
		element("p", { class: "hint" }, t("privacyText")),
		element("form", { method: "dialog" }, element("p", { class: "buttons" },
			element("button", { class: "main" }, t("close")))),
	], "help");
	box.querySelector("button")?.focus();
	box.scrollTop = 0; // the focus on the button has scrolled to the end
}
