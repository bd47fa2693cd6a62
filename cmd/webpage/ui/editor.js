// @ts-check
// The panel beside the tree: one value with fields that fit its type.

import { command, Commands } from "./commands.js";
import { $, element, fault } from "./dom.js";
import { Draft, unfold } from "./draft.js";
import { formOf } from "./forms.js";
import { contents, heading } from "./heading.js";
import { t, told } from "./i18n.js";
import { Cursor } from "./map.js";
import { previews } from "./previews.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./forms.js").Form} Form */

/** An Editor shows the selected value. */
export class Editor {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.side = $("side");
		/** @type {any} */
		this.value = null;
		/** @type {Form | null} */
		this.form = null;
		/** @type {Draft[]} of the form and of the value as GDScript */
		this.drafts = [];
		this.codeOpen = false; // the value as GDScript is shown
		this.commands = new Commands(app);
		this.error = element("p", { class: "error", id: "value-error", role: "alert" });
		/** @type {Promise<any>} ends when the selected value is shown */
		this.loading = Promise.resolve();
		/** @type {() => void} */
		this.cleanUp = () => {};
		this.cursor = new Cursor();

		app.on("selected", ({ path }) => this.select(path));
		app.on("chosen", () => this.side.classList.remove("closed"));
		for (const name of ["opened", "closed"]) app.on(name, () => this.empty());
		app.on("command", (name) => this.command(name));
		app.on("putBack", (typed) => this.putBack(typed));
	}

	/** empty removes the value of the earlier file, so that nobody clicks on it. */
	empty() {
		this.cleanUp();
		this.cleanUp = () => {};
		this.value = null;
		this.drafts = [];
		this.side.replaceChildren();
	}

	/** @param {string} path */
	select(path) {
		this.app.selected = path;
		this.loading = this.app.run(async () => {
			const value = await this.app.call("value", { path });
			if (path !== this.app.selected) return; // meanwhile another value was selected
			this.show(value);
		});
	}

	/** @param {any} value */
	show(value) {
		const focused = this.focused();
		const same = value.path === this.value?.path;
		this.commands.open &&= same || this.commands.focused;
		const typed = this.drafts.filter((draft) => draft.typed).map((draft) => draft.state);
		for (const draft of this.drafts) draft.close();
		this.cleanUp();
		this.value = value;
		this.form = formOf(value);
		this.drafts = [];
		fault(this.side, this.error, "");

		const boxes = element("div", { class: "stack", id: "previews" });
		const why = told(value.why);
		const parts = [
			...heading(this.app, value), contents(value), this.editForm(value),
			why && element("p", { class: "hint" }, why), this.error,
		];
		const code = this.code(value);
		if (value.contents) parts.push(boxes, ...this.commands.nodes(value), code);
		else parts.push(...this.commands.nodes(value), code, boxes);
		this.side.replaceChildren(...parts.filter((part) => part));
		if (!same) this.side.scrollTop = 0;
		this.draftForm(value);
		for (const state of typed) {
			if (state.path === value.path) this.draftAt(state.place)?.type(state.texts);
		}

		this.cursor.wanted ||= focused === "map";
		this.cleanUp = previews(this.app, value, boxes, this.cursor);
		if (focused) /** @type {any} */ (document.getElementById(focused))?.focus();
	}

	/** @param {string} place */
	draftAt(place) {
		return this.drafts.find((draft) => draft.spec.place === place);
	}

	/** @param {any} value */
	draftForm(value) {
		const { form } = this;
		if (!form || !value.editable) return;
		this.draft(value, {
			place: "panel", inputs: form.inputs, args: form.args,
			marks: document.getElementById("apply"),
		});
	}

	/**
	 * draft adds a Draft of some fields to the drafts of the editor.
	 * @param {any} value
	 * @param {any} spec
	 */
	draft(value, spec) {
		const [first] = spec.inputs;
		this.drafts.push(new Draft(this.app, {
			path: value.path,
			fault: (text) => fault(first, this.error, text),
			keys: { Enter: () => {} },
			dropped: (escaped) => escaped && $("tree").focus({ preventScroll: true }),
			...spec,
		}));
	}

	/**
	 * putBack shows again the texts that were typed before the file was opened again.
	 * @param {import("./draft.js").Typed} typed
	 */
	async putBack(typed) {
		await this.loading;
		if (this.value?.path !== typed.path) return;
		const draft = this.draftAt(typed.place) ?? this.draftAt("code") ?? this.draftAt("panel");
		draft?.type(typed.texts);
	}

	/** focused returns the id of the focused field, so that the field keeps the focus. */
	focused() {
		const active = document.activeElement;
		return active && this.side.contains(active) ? active.id : "";
	}

	/**
	 * editForm returns the fields of a value, and the button that applies them.
	 * @param {any} value
	 */
	editForm(value) {
		const { form } = this;
		return form && element("form", {
			id: "editor",
			onsubmit: (/** @type {Event} */ event) => {
				event.preventDefault();
				this.apply("panel");
			},
		},
		...form.nodes,
		value.editable && element("p", { class: "buttons" },
			element("button", { class: "main", id: "apply" }, t("apply"), " ⏎")));
	}

	/**
	 * command runs a command on the selected value, once this value is shown.
	 * @param {string} name
	 */
	async command(name) {
		await this.loading;
		const { value, app } = this;
		if (!value) return;
		if (name === "focus") {
			this.side.classList.remove("closed");
			this.focus();
			return;
		}

		command(app, value, name);
	}

	/** @param {string} place */
	apply(place) {
		this.app.run(async () => {
			const draft = this.draftAt(place);
			if (draft && (await draft.apply()) !== "done") draft.stay();
		});
	}

	/** focus gives the focus to the field of the value, or to its GDScript. */
	focus() {
		const code = this.draftAt("code")?.spec.inputs[0];
		if (this.form) {
			this.form.focus();
		} else if (code) {
			unfold(code);
			code.focus();
		} else {
			this.side.querySelector("button")?.focus();
		}
	}

	/**
	 * code returns the value as GDScript, for values that the fields can't show. The GDScript is
	 * folded, unless it is the only way to edit the value and the value has no parts.
	 * @param {any} value
	 */
	code(value) {
		if (!value.code) return null;
		const area = element("textarea", {
			id: "value-code", rows: Math.min(10, value.code.split("\n").length + 1),
			spellcheck: "false", "aria-label": t("asCode"), "aria-describedby": "value-error",
			readonly: !value.codeEditable,
		});
		area.value = value.code;
		const button = value.codeEditable && element("button", {
			type: "button", id: "apply-code", onclick: () => this.apply("code"),
		}, t("applyCode"));
		if (value.codeEditable) {
			this.draft(value, {
				place: "code", inputs: [area], marks: button,
				args: (/** @type {string[]} */ [text]) => ({ text }),
			});
		}

		const alone = value.editor === "code" && !value.contents;
		return element("details", { class: "box", open: alone || this.codeOpen, ontoggle: (
			/** @type {any} */ event) => { if (!alone) this.codeOpen = event.target.open; } },
		element("summary", {}, t("asCode")), area,
		element("p", { class: "buttons" },
			button,
			element("button", { type: "button", onclick: () => this.app.copy(value.code) },
				t("copy"))));
	}
}
