// @ts-check
// The panel beside the tree: one value with fields that fit its type.

import { $, element, fault, isolated } from "./dom.js";
import { Draft } from "./draft.js";
import { insert, rename, retype } from "./edits.js";
import { member, t, told } from "./i18n.js";
import { Cursor } from "./map.js";
import { previews } from "./previews.js";
import { familyClass, hexOf, inPlaceArgs } from "./values.js";

/** @typedef {import("./app.js").App} App */

/**
 * @typedef {{
 *   nodes: Node[], inputs: any[], args: (texts: string[]) => Record<string, any>,
 *   focus: () => void,
 * }} Form has the fields of a value: what is shown, what is typed into, and the arguments of the
 * edit that applies their texts
 */

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
		this.error = element("p", { class: "error", id: "value-error", role: "alert" });
		/** @type {Promise<any>} until the selected value is shown */
		this.loading = Promise.resolve();
		/** @type {() => void} */
		this.cleanUp = () => {};
		this.cursor = new Cursor();

		app.on("selected", ({ path }) => this.select(path));
		app.on("chosen", () => this.side.classList.remove("closed"));
		app.on("closed", () => this.side.replaceChildren());
		app.on("command", (name) => this.command(name));
		app.on("putBack", (typed) => this.putBack(typed));
	}

	/** @param {string} path */
	select(path) {
		this.app.selected = path;
		this.loading = this.app.run(async () => {
			const value = await this.app.call("value", { path });
			if (path !== this.app.selected) return; // another one was selected since
			this.show(value);
		});
	}

	/** @param {any} value */
	show(value) {
		const focused = this.focused();
		const typed = this.drafts.filter((draft) => draft.typed).map((draft) => draft.state);
		for (const draft of this.drafts) draft.close();
		this.cleanUp();
		this.value = value;
		this.form = formOf(value);
		this.drafts = [];
		fault(this.side, this.error, "");

		const boxes = element("div", { class: "stack", id: "previews" });
		this.side.replaceChildren(...this.head(value), this.editForm(value),
			...[this.code(value)].filter((n) => n !== null), boxes);
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
	 * draft adds the draft of some fields.
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
	 * putBack shows again what was typed before the file was opened anew.
	 * @param {import("./draft.js").Typed} typed
	 */
	async putBack(typed) {
		await this.loading;
		if (this.value?.path !== typed.path) return;
		const draft = this.draftAt(typed.place) ?? this.draftAt("code") ?? this.draftAt("panel");
		draft?.type(typed.texts);
	}

	/** focused returns the id of the field that has the focus, so that it keeps it. */
	focused() {
		const active = document.activeElement;
		return active && this.side.contains(active) ? active.id : "";
	}

	/**
	 * head returns the path, the name and the type.
	 * @param {any} value
	 */
	head(value) {
		return [
			element("div", { class: "path" },
				this.crumbs(value),
				element("button", {
					class: "ghost square", id: "copy-path", "aria-label": t("copyPath"),
					title: t("copyPath"), onclick: () => this.copy(value.path),
				}, icon("copy")),
				element("button", {
					class: "ghost square sheet-close", "aria-label": t("close"),
					onclick: () => {
						this.side.classList.add("closed");
						$("tree").focus();
					},
				}, icon("close"))),
			element("h2", { id: "editor-title" }, isolated(value.label),
				element("span", { class: "badge " + familyClass(value.family), id: "editor-type" },
					value.type)),
		];
	}

	/**
	 * crumbs returns the values around a value, each of which can be gone to.
	 * @param {any} value
	 */
	crumbs(value) {
		const last = value.crumbs.length - 1;
		return element("nav", { id: "editor-path", title: value.path, "aria-label": t("path") },
			...value.crumbs.flatMap((/** @type {any} */ crumb, /** @type {number} */ i) => [
				i > 0 && " › ",
				i < last ? element("button", {
					type: "button", class: "crumb", onclick: () => this.go(crumb.path),
				}, isolated(crumb.label)) : isolated(crumb.label),
			]));
	}

	/** @param {string} path */
	go(path) {
		return this.app.run(async () => {
			if (await this.app.flush()) this.app.tell("go", path);
		});
	}

	/** @param {string} text */
	copy(text) {
		return this.app.run(async () => {
			await navigator.clipboard.writeText(text);
			this.app.say(t("copied"));
		});
	}

	/**
	 * editForm returns the fields and what can be done with the value.
	 * @param {any} value
	 */
	editForm(value) {
		const editable = value.editable && this.form !== null;
		const why = told(value.why);
		return element("form", {
			id: "editor",
			onsubmit: (/** @type {Event} */ event) => {
				event.preventDefault();
				this.apply("panel");
			},
		},
		...(this.form?.nodes ?? []),
		why && element("p", { class: "hint" }, why),
		this.error,
		editable && element("p", { class: "buttons" },
			element("button", { class: "main", id: "apply" }, t("apply"), " ⏎")),
		element("p", { class: "buttons commands" }, ...this.commands(value)));
	}

	/** @param {any} value */
	commands(value) {
		/** @type {[string, boolean][]} */
		const list = [
			["insert", Boolean(value.adds)], ["rename", value.renamable],
			["duplicate", value.duplicable], ["up", value.movable && value.index > 0],
			["down", value.movable && value.index < value.of - 1],
			["type", value.editable && value.retypes?.length > 0],
			["revert", value.changed === true],
			["remove", value.removable],
		];
		return list.filter(([, can]) => can).map(([name]) => element("button", {
			type: "button", id: "do-" + name, class: name === "remove" ? "danger" : undefined,
			onclick: () => this.command(name),
		}, member("do", name)));
	}

	/**
	 * command does something with the selected value, once it is shown.
	 * @param {string} name
	 */
	async command(name) {
		await this.loading;
		const { value, app } = this;
		if (!value) return;
		if (name === "focus") {
			this.side.classList.remove("closed");
			const field = this.form?.focus ?? (() => this.side.querySelector("button")?.focus());
			field();
			return;
		}

		const path = value.path;
		/** @type {Record<string, [boolean, () => Promise<any>]>} */
		const works = {
			insert: [Boolean(value.adds), () => insert(app, value)],
			rename: [value.renamable, () => rename(app, value)],
			type: [value.editable && value.retypes?.length > 0, () => retype(app, value)],
			duplicate: [value.duplicable, () => app.edit({ op: "duplicate", path })],
			up: [value.movable && value.index > 0,
				() => app.edit({ op: "move", path, to: value.index - 1 })],
			down: [value.movable && value.index < value.of - 1,
				() => app.edit({ op: "move", path, to: value.index + 1 })],
			revert: [value.changed === true, () => app.revert(path)],
			remove: [value.removable, () => this.remove(path)],
		};

		const work = works[name];
		if (!work?.[0]) return;
		app.run(async () => {
			if (await app.flush()) await work[1]();
		});
	}

	/**
	 * remove deletes the value. The focus goes to the tree, because the button is gone.
	 * @param {string} path
	 */
	async remove(path) {
		await this.app.edit({ op: "remove", path });
		$("tree").focus({ preventScroll: true });
	}

	/** @param {string} place */
	apply(place) {
		this.app.run(async () => {
			const draft = this.draftAt(place);
			if (draft && (await draft.apply()) !== "done") draft.stay();
		});
	}

	/**
	 * code returns the value as GDScript, for all that the fields can't say.
	 * @param {any} value
	 */
	code(value) {
		if (!value.code || value.editor === "code") return null;
		const area = element("textarea", {
			id: "value-code", rows: Math.min(10, value.code.split("\n").length + 1),
			spellcheck: "false", "aria-label": t("asCode"),
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

		return element("details", { class: "box", open: this.codeOpen, ontoggle: (
			/** @type {any} */ event) => { this.codeOpen = event.target.open; } },
		element("summary", {}, t("asCode")), area,
		element("p", { class: "buttons" },
			button,
			element("button", { type: "button", onclick: () => this.copy(value.code) },
				t("copy"))));
	}
}

/** @param {string} name */
export function icon(name) {
	const namespace = "http://www.w3.org/2000/svg";
	const svg = document.createElementNS(namespace, "svg");
	svg.setAttribute("class", "icon");
	svg.setAttribute("aria-hidden", "true");
	const use = document.createElementNS(namespace, "use");
	use.setAttribute("href", "#i-" + name);
	svg.append(use);
	return svg;
}

/**
 * formOf returns the fields for a value.
 * @param {any} value
 * @returns {Form | null}
 */
function formOf(value) {
	/** @type {Record<string, (value: any) => Form>} */
	const makers = {
		bool: switchForm, int: lineForm, float: lineForm, text: textForm, color: colorForm,
		parts: partsForm, code: codeForm,
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
function codeForm(value) {
	const field = element("textarea", {
		id: "value", spellcheck: "false", readonly: !value.editable,
		rows: Math.max(3, Math.min(14, value.code.split("\n").length)),
		"aria-label": t("asCode"), "aria-describedby": "value-error",
	});
	field.value = value.code;
	return {
		nodes: value.code === "" ? [] : [element("div", { class: "field" },
			element("label", { for: "value" }, t("asCode")), field)],
		inputs: [field],
		args: ([text]) => ({ text }),
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

