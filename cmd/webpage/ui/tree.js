// @ts-check The tree: rows of equal height. Only the visible rows have elements.

import { $, become, element, isolated, visible } from "./dom.js";
import { Draft } from "./draft.js";
import { rowText, t, told } from "./i18n.js";
import { Cache, chunk, spanOf, topOf } from "./rows.js";
import { familyClass, inPlaceArgs, isInPlace } from "./values.js";

/** @typedef {import("./app.js").App} App */

/** A TreeView shows the rows of the program. */
export class TreeView {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.scroll = $("tree-scroll");
		this.tree = $("tree");
		this.cache = new Cache();
		this.total = 0;
		this.active = 0; // the index of the selected row
		/** @type {Map<number, any>} the elements in sight */
		this.drawn = new Map();
		/** @type {Set<string>} the chunks that were asked for */
		this.asked = new Set();
		/** @type {{at: number, draft: Draft} | null} the row that is edited */
		this.editing = null;
		this.typed = "";
		this.keys = Promise.resolve(); // ends with the work of the last key
		this.words = /** @type {string[]} */ ([]); // the words of the search, which rows mark

		this.scroll.addEventListener("scroll", () => this.draw());
		new ResizeObserver(() => this.draw()).observe(this.scroll);
		this.tree.addEventListener("click", (/** @type {MouseEvent} */ e) => this.click(e));
		this.tree.addEventListener("dblclick", (/** @type {MouseEvent} */ e) =>
			this.doubleClick(e));
		this.tree.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => this.key(e));
		app.on("opened", (opened) => this.open(opened));
		app.on("edited", (edited) => this.change(edited.tree, edited.focus));
		app.on("closed", () => this.reset(0));
		app.on("chosen", () => requestAnimationFrame(() => this.show(this.active)));
	}

	/** @param {number} total */
	reset(total) {
		this.total = total;
		this.editing = null;
		this.cache = new Cache();
		this.asked.clear();
		for (const e of this.drawn.values()) e.remove();
		this.drawn.clear();
		this.draw();
	}

	/**
	 * open shows a file. It selects the value at a path, and puts the typed texts back.
	 * @param {{file: any, at?: string, typed?: import("./draft.js").Typed[]}} opened
	 */
	async open({ file, at, typed = [] }) {
		this.scroll.scrollTop = 0;
		this.active = 0;
		this.reset(file.locked ? 0 : file.total);
		if (file.locked) return; // the program has no rows of a locked file
		if (at && at !== "$") await this.app.run(() => this.reveal(at));
		else this.app.tell("selected", { path: "$" });
		for (const draft of typed) await this.app.run(() => this.putBack(draft));
	}

	/** @param {import("./draft.js").Typed} typed */
	async putBack(typed) {
		await this.reveal(typed.path);
		if (["row", "cell"].includes(typed.place)) {
			const row = await this.row(this.active);
			if (isInPlace(row) && row.family !== "bool") await this.edit(this.active);
			if (this.editing) {
				this.editing.draft.type(typed.texts);
				return;
			}
		}
		this.app.tell("putBack", typed);
	}

	// ---- drawing

	get rowHeight() {
		return parseFloat(getComputedStyle(this.tree).getPropertyValue("--row"));
	}

	view() {
		return {
			top: this.scroll.scrollTop, height: this.scroll.clientHeight, total: this.total,
			row: this.rowHeight,
		};
	}

	/** draw shows the visible rows, and asks for rows that the page does not have yet. */
	draw() {
		const view = this.view(); // measures, so it comes before any change
		const { first, last, tall, shift } = spanOf(view);
		this.tree.style.height = tall + "px";
		for (const [at, e] of this.drawn) {
			if ((at < first || at >= last) && at !== this.editing?.at) {
				e.remove();
				this.drawn.delete(at);
			}
		}

		for (let at = first; at < last; at++) this.place(at, shift + (at - first) * view.row);
		this.mark();
		for (const key of this.cache.missing(first, last)) this.ask(key);
	}

	/**
	 * place moves the element of a row to its place. A row that is drawn again keeps its element,
	 * because a mouse button may be down on it.
	 * @param {number} at
	 * @param {number} top
	 */
	place(at, top) {
		const row = this.cache.row(at);
		let e = this.drawn.get(at);
		if (!e) {
			e = this.element(at, row);
			this.insert(at, e);
			this.drawn.set(at, e);
		} else if (e.row !== row && this.editing?.at !== at) {
			const made = this.element(at, row);
			become(e, made);
			e.row = made.row;
		}
		e.style.transform = `translateY(${top}px)`;
	}

	/**
	 * insert adds an element in the order of the rows, because screen readers read in this order.
	 * @param {number} at
	 * @param {any} made
	 */
	insert(at, made) {
		const next = [...this.drawn.keys()].filter((k) => k > at).sort((a, b) => a - b)[0];
		this.tree.insertBefore(made, next === undefined ? null : this.drawn.get(next));
	}

	/**
	 * element returns the element of a row.
	 * @param {number} at
	 * @param {any} row
	 */
	element(at, row) {
		if (!row) {
			const waiting = element("div",
				{ role: "treeitem", id: "row-" + at, "aria-level": 1 }, "…");
			return Object.assign(waiting, { row, at });
		}

		const e = element("div", {
			role: "treeitem", id: "row-" + at, "aria-level": row.level + 1,
			"aria-setsize": row.of, "aria-posinset": row.at + 1,
			"aria-expanded": row.parts > 0 ? String(row.open) : undefined,
			class: ["changed", "retyped", "added", "renamed"].includes(row.mark)
				? "changed" : undefined,
		},
		element("span", { class: "twist", "aria-hidden": "true" },
			row.parts > 0 ? (row.open ? "▾" : "▸") : ""), " ", // spaces are for reading aloud
		this.marked(row.label, "label" + (row.key === "index" ? " index" : ""), row.match), " ",
		element("span", { class: "badge " + familyClass(row.family) }, row.type), " ",
		...swatches(row.swatches),
		this.marked(rowText(row), "text " + (row.parts > 0 ? "extra" : familyClass(row.family)),
			row.match),
		" ", row.old && isolated(row.old, "was"),
		" ", row.about && isolated(told(row.about), "extra"));

		e.style.setProperty("--level", row.level);
		return Object.assign(e, { row, at });
	}

	/**
	 * marked returns a text in which the words of the search are marked.
	 * @param {string} text
	 * @param {string} name of the class
	 * @param {boolean} match whether the row was found
	 */
	marked(text, name, match) {
		const e = element("bdi", { class: name });
		let rest = visible(text);
		while (match && rest) {
			const lower = rest.toLowerCase();
			const found = this.words.map((w) => ({ w, at: lower.indexOf(w) }))
				.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0];
			if (!found) break;

			e.append(rest.slice(0, found.at),
				element("mark", {}, rest.slice(found.at, found.at + found.w.length)));
			rest = rest.slice(found.at + found.w.length);
		}
		e.append(rest);
		return e;
	}

	mark() {
		for (const [at, e] of this.drawn) {
			e.setAttribute("aria-selected", at === this.active);
		}
		const here = this.drawn.get(this.active);
		if (here) this.tree.setAttribute("aria-activedescendant", here.id);
		else this.tree.removeAttribute("aria-activedescendant");
	}

	/**
	 * ask asks the program for the rows of a chunk.
	 * @param {number} key
	 */
	async ask(key) {
		const age = this.cache.age;
		const cache = this.cache;
		const name = age + " " + key;
		if (this.asked.has(name)) return;
		this.asked.add(name);

		try {
			const { rows } = await this.app.call("rows", { from: key * chunk, count: chunk });
			cache.put(key, rows, age);
			if (cache === this.cache) this.draw();
		} catch (error) {
			this.app.fail(/** @type {any} */ (error));
		} finally {
			this.asked.delete(name);
		}
	}

	/** renew asks for all rows again, because their marks have changed. */
	renew() {
		this.cache.clear();
		this.draw();
	}

	/**
	 * change draws the rows again after a change, and selects the value at a path.
	 * @param {any} change
	 * @param {string} path
	 */
	change(change, path) {
		this.total = change.total;
		this.cache.clear();
		if (change.row >= 0) this.active = change.row;
		this.show(this.active);
		this.app.tell("selected", { path });
	}

	/** @param {number} at */
	show(at) {
		const view = this.view();
		this.tree.style.height = spanOf(view).tall + "px";
		const top = topOf(at, view);
		if (top !== view.top) this.scroll.scrollTop = top;
		this.draw();
	}

	/** @param {string} path */
	async reveal(path) {
		const change = await this.app.call("reveal", { path });
		this.change(change, path);
	}

	// ---- selecting

	/**
	 * row returns a row, once it is known.
	 * @param {number} at
	 */
	async row(at) {
		const known = this.cache.fresh.get(Math.floor(at / chunk))?.[at % chunk];
		if (known) return known;
		const { rows } = await this.app.call("rows", { from: at, count: 1 });
		return rows[0];
	}

	/**
	 * select selects a row, after it has applied the typed texts.
	 * @param {number} at
	 */
	async select(at) {
		const to = Math.max(0, Math.min(at, this.total - 1));
		if (!(await this.app.flush())) return false;
		this.active = to;
		this.show(to);
		const row = await this.row(to);
		if (row && to === this.active) this.app.tell("selected", { path: row.path });
		return true;
	}

	/** @param {any} event */
	rowAt(event) {
		const e = event.target.closest("[role=treeitem]");
		return e && e.row ? e : null;
	}

	/** @param {MouseEvent} event */
	click(event) {
		const e = this.rowAt(event);
		if (!e || /** @type {Element} */ (event.target).closest(".in-place")) return;
		const twist = /** @type {Element} */ (event.target).closest(".twist");
		this.app.run(async () => {
			if (!(await this.select(e.at))) return;
			this.tree.focus({ preventScroll: true });
			this.app.tell("chosen");
			if (e.row.parts > 0 && (twist || !e.row.open)) await this.toggle(e.at, e.row);
		});
	}

	/** @param {MouseEvent} event */
	doubleClick(event) {
		const e = this.rowAt(event);
		if (e && isInPlace(e.row)) this.app.run(() => this.edit(e.at));
	}

	/**
	 * toggle opens or closes a row.
	 * @param {number} at
	 * @param {any} row
	 */
	async toggle(at, row) {
		const change = await this.app.call("toggle", { path: row.path });
		this.total = change.total;
		this.cache.clear();
		this.active = at;
		this.draw();
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.target !== this.tree) return;
		if (event.ctrlKey || event.metaKey) return;
		const page = Math.max(1, Math.floor(this.scroll.clientHeight / this.rowHeight) - 1);
		/** @type {Record<string, (at: number, row: any) => Promise<any>>} */
		const keys = event.altKey ? {
			ArrowUp: (at) => this.move(at, -1),
			ArrowDown: (at) => this.move(at, 1),
		} : {
			ArrowDown: (at) => this.select(at + 1),
			ArrowUp: (at) => this.select(at - 1),
			PageDown: (at) => this.select(at + page),
			PageUp: (at) => this.select(at - page),
			Home: () => this.select(0),
			End: () => this.select(this.total - 1),
			ArrowRight: async (at, row) => {
				if (row.open) await this.select(at + 1);
				else if (row.parts > 0) await this.toggle(at, row);
			},
			ArrowLeft: async (at, row) => {
				if (row.open) await this.toggle(at, row);
				else await this.parent(at, row);
			},
			"*": async (at, row) => {
				const change = await this.app.call("siblings", { path: row.path });
				this.change(change, row.path);
			},
			" ": async (at, row) => row.parts > 0 && this.toggle(at, row),
			Enter: (at) => this.edit(at),
			F2: (at) => this.edit(at),
			Delete: async () => this.app.tell("command", "remove"),
			Insert: async () => this.app.tell("command", "insert"),
		};

		const work = keys[event.key];
		if (work) {
			event.preventDefault();
			this.typed = "";
			this.pressed(work);
		} else if (event.key.length === 1 && event.key !== "?" && !event.altKey) {
			this.jump(event.key);
		}
	}

	/**
	 * pressed does the work of a key after the work of all earlier keys. The function gets the row
	 * that is selected at that time.
	 * @param {(at: number, row: any) => Promise<any>} work
	 */
	pressed(work) {
		this.keys = this.keys.then(() => this.app.run(async () => {
			const at = this.active;
			const row = await this.row(at);
			if (row) await work(at, row);
		}));
	}

	/**
	 * parent selects the row of the value that contains the value of this row.
	 * @param {number} at
	 * @param {any} row
	 */
	async parent(at, row) {
		if (row.level === 0) return;
		const { crumbs } = await this.app.call("value", { path: row.path });
		if (crumbs.length > 1) await this.reveal(crumbs[crumbs.length - 2].path);
	}

	/**
	 * move moves a row among its siblings.
	 * @param {number} at
	 * @param {number} by
	 */
	async move(at, by) {
		const row = await this.row(at);
		const to = row.at + by;
		if (to < 0 || to >= row.of || !(await this.app.flush())) return;
		await this.app.edit({ op: "move", path: row.path, to });
	}

	/**
	 * jump selects the next row whose label begins with the typed letters.
	 * @param {string} letter
	 */
	jump(letter) {
		clearTimeout(this.typing);
		this.typing = setTimeout(() => { this.typed = ""; }, 1000);
		this.typed += letter;
		this.app.run(async () => {
			const after = this.typed.length > 1 ? this.active - 1 : this.active;
			const { row } = await this.app.call("find", { label: this.typed, after });
			if (row >= 0) await this.select(row);
		});
	}

	// ---- editing in place

	/**
	 * edit opens a field in the row of a simple value. Other values are edited beside the tree.
	 * @param {number} at
	 */
	async edit(at) {
		const row = await this.row(at);
		if (!this.app.file.writable || !isInPlace(row)) {
			this.app.tell("command", "focus");
			return;
		}
		if (row.family === "bool") {
			await this.app.edit({
				op: "set", path: row.path, plain: row.text === "true" ? "false" : "true",
			});
			return;
		}

		const value = await this.app.call("value", { path: row.path });
		if (!value.editable || value.plain.includes("\n")) {
			this.app.tell("command", "focus");
			return;
		}
		this.show(at);
		this.openField(at, row, value);
	}

	/**
	 * @param {number} at
	 * @param {any} row
	 * @param {any} value
	 */
	openField(at, row, value) {
		const field = element("input", {
			class: "in-place", type: "text", spellcheck: "false", autocomplete: "off",
			"aria-label": t("valueNamed", { name: row.label }),
		});
		field.value = inPlaceArgs(value).text;

		const e = this.drawn.get(at);
		if (!e) return;
		e.querySelector(".text").replaceWith(field);
		const close = (/** @type {boolean} */ focus) => this.closeField(draft, focus);
		const next = (/** @type {number} */ to) => this.app.run(async () => {
			this.tree.focus({ preventScroll: true });
			await this.select(to);
			await this.edit(this.active);
		});
		const draft = new Draft(this.app, {
			path: row.path, place: "row", inputs: [field],
			args: ([text]) => inPlaceArgs(value, text).args,
			keys: {
				Enter: () => this.tree.focus({ preventScroll: true }),
				Tab: (event) => next(event.shiftKey ? at - 1 : at + 1),
			},
			applied: () => close(false),
			dropped: close,
		});
		this.editing = { at, draft };
		field.addEventListener("blur", () => {
			if (!draft.typed) close(false);
		});
		field.focus();
		field.select();
	}

	/**
	 * closeField draws the row instead of its field.
	 * @param {Draft} draft
	 * @param {boolean} focus whether the tree gets the focus
	 */
	closeField(draft, focus) {
		draft.close();
		if (this.editing?.draft === draft) {
			const { at } = this.editing;
			this.editing = null;
			this.drawn.get(at)?.remove();
			this.drawn.delete(at);
			this.draw();
		}
		if (focus) this.tree.focus({ preventScroll: true });
	}
}

/**
 * swatches returns small fields of colours.
 * @param {string[] | null | undefined} colors
 */
export function swatches(colors) {
	return (colors ?? []).filter((c) => /^#[0-9a-f]{6,8}$/i.test(c)).map((color) => {
		const e = element("span", { class: "swatch", "aria-hidden": "true" });
		e.style.background = color; // a property, which the policy allows
		return e;
	});
}
