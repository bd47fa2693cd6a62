// @ts-check
// The panel beside the tree: one value with fields that fit its type.

import { $, element, fault, isolated } from "./dom.js";
import { Draft, unfold } from "./draft.js";
import { insert, rename, retype } from "./edits.js";
import { formOf } from "./forms.js";
import { language, member, t, told } from "./i18n.js";
import { Cursor } from "./map.js";
import { previews } from "./previews.js";
import { familyClass } from "./values.js";

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
		this.moreOpen = false; // the rare commands are shown
		this.error = element("p", { class: "error", id: "value-error", role: "alert" });
		/** @type {Promise<any>} until the selected value is shown */
		this.loading = Promise.resolve();
		/** @type {() => void} */
		this.cleanUp = () => {};
		this.rare = element("p"); // the buttons of rare commands
		this.cursor = new Cursor();

		app.on("selected", ({ path }) => this.select(path));
		app.on("chosen", () => this.side.classList.remove("closed"));
		for (const name of ["opened", "closed"]) app.on(name, () => this.empty());
		app.on("command", (name) => this.command(name));
		app.on("putBack", (typed) => this.putBack(typed));
	}

	/** empty takes the value of the file before away, so that nobody clicks on it. */
	empty() {
		this.value = null;
		this.drafts = [];
		this.side.replaceChildren();
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
		const same = value.path === this.value?.path;
		this.moreOpen &&= same || this.rare.contains(document.activeElement);
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
			...this.head(value), contents(value), this.editForm(value),
			why && element("p", { class: "hint" }, why), this.error,
		];
		const code = this.code(value);
		if (value.contents) parts.push(boxes, ...this.commands(value), code);
		else parts.push(...this.commands(value), code, boxes);
		this.side.replaceChildren(...parts.filter((part) => part));
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
	 * commands returns what can be done with a value: what is done often, and, folded, the rest.
	 * @param {any} value
	 */
	commands(value) {
		const often = this.buttons([
			["insert", Boolean(value.adds)], ["rename", value.renamable],
			["revert", value.changed === true], ["remove", value.removable],
		]);
		const rare = this.buttons([
			["duplicate", value.duplicable], ["up", value.movable && value.index > 0],
			["down", value.movable && value.index < value.of - 1],
			["type", value.editable && value.retypes?.length > 0],
		]);

		this.rare = element("p", { class: "buttons commands", id: "rare" }, ...rare);
		this.rare.hidden = !this.moreOpen;
		const more = element("button", {
			type: "button", id: "do-more", class: "square", "aria-label": t("showMore"),
			title: t("showMore"), "aria-expanded": String(this.moreOpen), "aria-controls": "rare",
			onclick: () => {
				this.moreOpen = !this.moreOpen;
				this.rare.hidden = !this.moreOpen;
				more.setAttribute("aria-expanded", this.moreOpen);
			},
		}, icon("dots"));

		if (often.length + rare.length === 0) return [];
		return [element("p", { class: "buttons commands" }, ...often, rare.length > 0 && more),
			this.rare];
	}

	/**
	 * buttons returns the buttons of the commands that can be done.
	 * @param {[string, boolean][]} list
	 */
	buttons(list) {
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
			this.focus();
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
	 * code returns the value as GDScript, for all that the fields can't say. It is folded, unless
	 * it is the only way to edit the value and the value has no parts.
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
			element("button", { type: "button", onclick: () => this.copy(value.code) },
				t("copy"))));
	}
}

/**
 * contents returns a line with the number of the parts of a container and their types.
 * @param {any} value
 */
function contents({ contents }) {
	return contents && element("p", { class: "contents" },
		element("b", {}, told(contents.count)),
		...contents.types.flatMap((/** @type {any} */ { type, family, n }) => [" ",
			element("span", { class: "badge " + familyClass(family) },
				contents.types.length > 1 ? type + " × " + n.toLocaleString(language()) : type)]));
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
