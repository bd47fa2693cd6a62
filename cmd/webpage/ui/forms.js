// @ts-check
// The fields of a value, by its type: a switch, a line, a text, a color, numbers.

import { element } from "./dom.js";
import { t } from "./i18n.js";
import { hexOf, inPlaceArgs } from "./values.js";

/**
 * @typedef {{
 *   nodes: Node[], inputs: any[], args: (texts: string[]) => Record<string, any>,
 *   focus: () => void,
 * }} Form has the fields of a value: the shown nodes, the inputs, and the arguments of the edit
 * that applies their texts
 */

/**
 * formOf returns the fields for a value, or null for a value that can be edited only as GDScript.
 * @param {any} value
 * @returns {Form | null}
 */
export function formOf(value) {
	/** @type {Record<string, (value: any) => Form>} */
	const makers = {
		bool: switchForm, int: lineForm, float: lineForm, text: textForm, color: colorForm,
		parts: partsForm,
	};
	return makers[value.editor]?.(value) ?? null;
}

/** @param {any} value @returns {Form} */
function switchForm(value) {
	const box = element("input", { type: "checkbox", role: "switch", id: "value" });
	box.checked = value.plain === "true";
	box.disabled = !value.editable;
	box.addEventListener("change", () => box.form.requestSubmit());
	return {
		nodes: [element("label", { class: "switch" }, box, element("span", {}, value.label))],
		inputs: [box],
		args: ([plain]) => ({ plain }),
		focus: () => box.focus(),
	};
}

/** @param {any} value @returns {Form} */
function lineForm(value) {
	const field = element("input", {
		type: "text", id: "value", spellcheck: "false", autocomplete: "off",
		inputmode: value.editor === "int" ? "numeric" : "decimal", readonly: !value.editable,
		"aria-label": t("valueNamed", { name: value.label }), "aria-describedby": "value-error",
	});
	field.value = value.plain;
	return {
		nodes: [field],
		inputs: [field],
		args: ([plain]) => ({ plain }),
		focus: () => { field.focus(); field.select(); },
	};
}

/** @param {any} value @returns {Form} */
function textForm(value) {
	const field = element("textarea", {
		id: "value", spellcheck: "false", readonly: !value.editable,
		rows: Math.max(2, Math.min(14, value.plain.split("\n").length)),
		"aria-label": t("valueNamed", { name: value.label }), "aria-describedby": "value-error",
	});
	field.value = value.plain;
	return {
		nodes: [field],
		inputs: [field],
		args: ([plain]) => ({ plain }),
		focus: () => field.focus(),
	};
}

/** @param {any} value @returns {Form} */
function partsForm(value) {
	const fields = value.parts.map((/** @type {any} */ part, /** @type {number} */ i) => {
		const field = element("input", {
			type: "text", id: i === 0 ? "value" : "value-" + i, spellcheck: "false",
			autocomplete: "off", inputmode: "decimal", readonly: !value.editable,
			"aria-describedby": "value-error",
		});
		field.value = part.text;
		return field;
	});

	return {
		nodes: [element("div", { class: "parts" }, ...value.parts.map(
			(/** @type {any} */ part, /** @type {number} */ i) => element("label",
				{ class: "part" }, element("small", {}, part.name), fields[i])))],
		inputs: fields,
		args: (parts) => ({ parts }),
		focus: () => { fields[0]?.focus(); fields[0]?.select(); },
	};
}

/** @param {any} value @returns {Form} */
function colorForm(value) {
	const { rgb, alpha } = hexOf(value.hex);
	const picker = element("input", {
		type: "color", id: "value-color", "aria-label": t("color"), disabled: !value.editable,
	});
	picker.value = rgb;

	const hex = element("input", {
		type: "text", id: "value", spellcheck: "false", autocomplete: "off",
		readonly: !value.editable, "aria-label": t("colorAsHex"), "aria-describedby": "value-error",
	});
	hex.value = value.hex;
	picker.addEventListener("input", () => {
		hex.value = picker.value + hexOf(hex.value.trim()).alpha.replace(/^$/, alpha);
		hex.dispatchEvent(new Event("input", { bubbles: true }));
	});

	const parts = partsForm({ ...value, editor: "parts" });
	for (const [i, input] of parts.inputs.entries()) input.id = "value-part-" + i;
	return {
		nodes: [
			element("div", { class: "fields" }, picker, element("div", { class: "wide" }, hex)),
			...parts.nodes,
		],
		inputs: [hex, ...parts.inputs],
		args: ([text, ...texts]) => (text === value.hex
			? parts.args(texts) : inPlaceArgs(value, text).args),
		focus: () => hex.focus(),
	};
}

