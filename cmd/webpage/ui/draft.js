// @ts-check The texts that are typed into the fields of a value, until they are applied or dropped.
// The fields in the panel, in a row and in a cell are all drafts.

import { errorText } from "./app.js";
import { ask } from "./ask.js";
import { retyping } from "./edits.js";
import { t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */

/**
 * @typedef {{path: string, place: string, texts: string[]}} Typed has the texts typed for a value,
 * and the place of its fields (panel, code, row or cell)
 * @typedef {{
 *   path: string, place: string, inputs: any[],
 *   args: (texts: string[]) => Record<string, any>,
 *   fault?: (problem: string | import("./dom.js").Problem) => void,
 *   keys?: Record<string, (event: KeyboardEvent) => void>,
 *   applied?: () => void,
 *   dropped?: (escaped: boolean) => void,
 *   marks?: Element | null,
 * }} Spec has the fields of a value, and functions for them: args returns the arguments of the
 * edit; fault shows an error beside the fields, or removes it; keys has the actions after a key has
 * applied the text; applied runs whenever the text was applied; dropped runs after Escape, or after
 * the answer that the text is dropped; marks is the button that is marked while a text is typed
 */

/**
 * A Draft has the fields of a value, with the texts that they showed at first and the typed texts.
 */
export class Draft {
	/**
	 * @param {App} app
	 * @param {Spec} spec
	 */
	constructor(app, spec) {
		this.app = app;
		this.spec = spec;
		this.shown = this.texts();
		/** @type {Promise<string> | undefined} */
		this.applying = undefined;
		/** @type {Promise<boolean> | undefined} */
		this.leaving = undefined;

		for (const input of spec.inputs) {
			input.addEventListener("input", () => this.changed());
			input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
				this.key(event));
		}
		app.drafts.add(this);
	}

	/** close ends the draft: its fields are gone. */
	close() {
		this.app.drafts.delete(this);
	}

	texts() {
		return this.spec.inputs.map((input) =>
			(input.type === "checkbox" ? String(input.checked) : input.value));
	}

	/** typed reports whether the text of a field differs from its first text. */
	get typed() {
		return this.texts().some((text, i) => text !== this.shown[i]);
	}

	/** @returns {Typed} */
	get state() {
		return { path: this.spec.path, place: this.spec.place, texts: this.texts() };
	}

	/**
	 * type puts texts into the fields, as if they were typed.
	 * @param {string[]} texts
	 */
	type(texts) {
		for (const [i, input] of this.spec.inputs.entries()) {
			unfold(input);
			if (input.type === "checkbox") input.checked = texts[i] === "true";
			else input.value = texts[i] ?? input.value;
		}
		this.changed();
	}

	changed() {
		this.fault("");
		this.spec.marks?.classList.toggle("dirty", this.typed);
		this.app.tell("typed");
	}

	/**
	 * fault shows an error, or removes the shown error.
	 * @param {string | import("./dom.js").Problem} problem
	 */
	fault(problem) {
		const { fault, inputs: [field] } = this.spec;
		if (fault) {
			fault(problem);
		} else if (problem) {
			field.setAttribute("aria-invalid", "true");
			this.app.problem(problem);
		} else if (field.hasAttribute("aria-invalid")) {
			field.removeAttribute("aria-invalid");
			this.app.solve();
		}
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.key === "Escape") {
			event.preventDefault();
			event.stopPropagation();
			this.drop();
			this.spec.dropped?.(true);
			return;
		}

		const area = /** @type {Element} */ (event.target).tagName === "TEXTAREA";
		const work = this.spec.keys?.[event.key];
		if (!work || (area && !event.ctrlKey && !event.metaKey)) return;
		event.preventDefault();
		this.app.run(async () => {
			if ((await this.apply()) === "done") work(event);
			else this.stay();
		});
	}

	/** drop shows the first texts of the fields again. */
	drop() {
		this.type(this.shown);
	}

	/**
	 * apply makes the edit. The edit is made once, even if a key, a click and the loss of the focus
	 * ask for it at the same time.
	 * @returns {Promise<string>} done; refused, with the error in sight; or kept, if the answer to
	 * a question was no
	 */
	apply() {
		this.applying ??= this.set().finally(() => { this.applying = undefined; });
		return this.applying;
	}

	async set() {
		const texts = this.texts();
		const { path, args, applied } = this.spec;
		this.fault("");

		try {
			if (this.typed) {
				const edited = await retyping(this.app, { op: "set", path, ...args(texts) });
				if (!edited) return "kept";
				this.shown = texts;
				this.changed();
			}
			applied?.();
			return "done";
		} catch (error) {
			const failure = /** @type {any} */ (error);
			if (failure.lost) throw error;
			this.fault(errorText(failure));
			return "refused";
		}
	}

	/**
	 * leave applies the typed texts before something else is done. It drops texts that can't be
	 * applied only if the user agrees. It reports whether the fields can be left.
	 */
	leave() {
		this.leaving ??= this.ask().finally(() => { this.leaving = undefined; });
		return this.leaving;
	}

	async ask() {
		if (this.app.lost) return true; // the text is put back when the file is open again
		const result = await this.apply();
		if (result !== "refused") return result === "done" || this.stay();

		const text = this.texts().join(" ");
		const answer = await ask(t("notApplied"), t("notAppliedText", { text }), [
			{ name: "keep", label: t("keepEditing") }, { name: "drop", label: t("dropTyped") },
		]);
		if (answer === "keep") return this.stay();
		this.drop();
		this.spec.dropped?.(false);
		return true;
	}

	/** stay gives the focus back to the field that was typed in. */
	stay() {
		const at = this.texts().findIndex((text, i) => text !== this.shown[i]);
		const field = this.spec.inputs[at];
		if (field) unfold(field);
		field?.focus();
		return false;
	}
}

/**
 * unfold opens the folded element around a field.
 * @param {Element} field
 */
export function unfold(field) {
	field.closest("details")?.setAttribute("open", "");
}
