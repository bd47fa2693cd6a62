// @ts-check
// Questions and dialogs.

import { $, element, fault } from "./dom.js";
import { t } from "./i18n.js";

/**
 * dialog opens a dialog. A button, Escape or a click beside the dialog closes the dialog. The click
 * does not close a dialog in which something is typed.
 * @param {string} title
 * @param {(Node | string | null | false)[]} content
 * @param {string} [name] of the dialog
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, name = "dialog") {
	const id = "title-" + name;
	const box = element("dialog", { id: name, "aria-labelledby": id },
		element("div", { class: "stack" }, element("h2", { id }, title), ...content));

	const before = /** @type {HTMLElement | null} */ (document.activeElement);
	box.addEventListener("click", (/** @type {MouseEvent} */ event) => {
		if (event.target === box && !box.querySelector(".typed")) box.close();
	});
	box.addEventListener("input", (/** @type {Event} */ event) => {
		const field = /** @type {any} */ (event.target);
		if (field.type === "text") field.classList.toggle("typed", field.value !== "");
	});
	box.addEventListener("close", () => {
		const work = box.querySelector("#work"); // App.progress may have put it into the dialog
		if (work) document.body.append(work);
		box.remove();
		if (before?.isConnected) before.focus();
	});
	$("dialogs").append(box);
	box.showModal();
	return box;
}

/**
 * ask asks a question, and returns the name of the answer. Escape gives the last answer.
 * @param {string} title
 * @param {string} text
 * @param {{name: string, label: string}[]} answers
 * @returns {Promise<string>}
 */
export function ask(title, text, answers) {
	return new Promise((resolve) => {
		let answer = answers[answers.length - 1].name;
		const buttons = answers.map(({ name, label }, i) => element("button", {
			class: i === 0 ? "main" : undefined, "data-answer": name,
			onclick: () => {
				answer = name;
				box.close();
			},
		}, label));

		const box = dialog(title, [
			element("p", {}, text),
			element("p", { class: "buttons" }, ...buttons.reverse()),
		], "ask");
		box.addEventListener("close", () => resolve(answer));
		box.querySelector(".main")?.dispatchEvent(new Event("focus"));
		/** @type {any} */ (box.querySelector(".main"))?.focus();
	});
}

/**
 * @typedef {{name: string, label: string, value?: string, hint?: string,
 *   choices?: {name: string, label: string}[]}} Input
 */

/**
 * awaited shows that a dialog is at work, if the work takes long.
 * @param {HTMLElement} bar
 * @param {Promise<any>} work
 */
async function awaited(bar, work) {
	const slow = setTimeout(() => { bar.hidden = false; }, 300);
	try {
		return await work;
	} finally {
		clearTimeout(slow);
		bar.hidden = true;
	}
}

/**
 * request asks for texts, and does the work with them. An error is shown at the field that the
 * error names.
 * @param {string} title
 * @param {Input[]} inputs
 * @param {string} button
 * @param {(values: Record<string, string>) => Promise<any>} work
 * @returns {Promise<boolean>} whether it was done
 */
export function request(title, inputs, button, work) {
	return new Promise((resolve) => {
		let done = false;
		const error = element("p", { class: "error", role: "alert", id: "request-error" });
		const bar = element("progress", { hidden: true, "aria-label": t("working") });
		/** @type {Record<string, any>} */
		const fields = {};

		const labels = inputs.map(({ name, label, value, hint, choices }) => {
			const id = "request-" + name;
			fields[name] = choices
				? element("select", { id }, ...choices.map((c) =>
					element("option", { value: c.name }, c.label)))
				: element("input", {
					id, type: "text", spellcheck: "false", autocomplete: "off",
					placeholder: hint, "aria-describedby": "request-error",
				});
			if (value !== undefined) fields[name].value = value;
			return element("div", { class: "field" }, element("label", { for: id }, label),
				fields[name]);
		});

		const form = element("form", {
			onsubmit: async (/** @type {Event} */ event) => {
				event.preventDefault();
				const values = Object.fromEntries(Object.entries(fields).map(
					([name, field]) => [name, field.value]));
				for (const field of Object.values(fields)) fault(field, error, "");
				try {
					await awaited(bar, work(values));
					done = true;
					box.close();
				} catch (why) {
					const failure = /** @type {any} */ (why);
					const field = fields[failure.field] ?? fields[inputs[inputs.length - 1].name];
					fault(field, error, failure.shown ?? failure.message);
					field.focus();
				}
			},
		}, ...labels, error, bar, element("p", { class: "buttons" },
			element("button", { type: "button", onclick: () => box.close() }, t("cancel")),
			element("button", { class: "main" }, button)));

		const box = dialog(title, [form], "request");
		box.addEventListener("close", () => resolve(done));
		const first = Object.values(fields)[0];
		first.focus();
		first.select?.();
	});
}
