// @ts-check
// A list of dictionaries with similar keys, as a table.

import { $, element, isolated } from "./dom.js";
import { errorText } from "./app.js";
import { request } from "./ask.js";
import { Draft } from "./draft.js";
import { t } from "./i18n.js";
import { cellsOf } from "./sheet.js";
import { familyClass } from "./values.js";

/** @typedef {import("./app.js").App} App */

/** The number of rows that one call asks for. */
const rowsAtOnce = 100;

/** The limits for the width of a column, in pixels. */
const narrowest = 60;
const widest = 900;

/** A Table shows and changes the values of a list of dictionaries. */
export class Table {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.panel = $("panel-table");
		this.path = "";
		this.sort = "";
		this.desc = false;
		this.filter = "";
		/** @type {any[]} the rows that are drawn */
		this.rows = [];
		/** @type {Map<string, number>} the widths that columns were given, by key */
		this.widths = new Map();
		app.on("edited", () => {
			if ($("document").dataset.view === "table") app.run(() => this.show());
		});
	}

	/**
	 * begin shows the table of a list.
	 * @param {string} path
	 */
	async begin(path) {
		if (path !== this.path) this.widths.clear();
		this.path = path;
		this.sort = this.filter = "";
		this.desc = false;
		this.panel.replaceChildren();
		await this.show();
	}

	ask(from = 0) {
		const { path, sort, desc, filter } = this;
		return this.app.call("table", { path, from, count: rowsAtOnce, sort, desc, filter });
	}

	/** show draws the table, and keeps the focus and the scroll position. */
	async show() {
		const answer = await this.ask();
		const focused = document.activeElement?.id;
		const cells = [...this.app.drafts].filter((draft) => draft.spec.place === "cell");
		const before = this.panel.querySelector(".table-wrap");
		const [top, left] = [before?.scrollTop ?? 0, before?.scrollLeft ?? 0];

		this.rows = answer.rows;
		this.total = answer.total;
		this.columns = answer.columns;
		const body = element("tbody", {},
			...answer.rows.map((/** @type {any} */ r) => this.row(r)));
		const head = element("thead", {}, element("tr", {},
			element("th", { scope: "col" }, "#"),
			...answer.columns.map((/** @type {any} */ c) => this.head(c))));

		const wrap = element("div", { class: "table-wrap", tabindex: "0", role: "group",
			"aria-label": t("table") }, element("table", {}, head, body));
		wrap.addEventListener("scroll", () => {
			const near = wrap.scrollTop + wrap.clientHeight > wrap.scrollHeight - 400;
			if (near && !this.loading) this.app.run(() => this.more());
		});

		if (!this.panel.querySelector("#table-filter")) this.panel.append(this.tools(answer));
		this.panel.querySelector("#table-count").textContent = t("rowCount", { n: answer.total });
		before?.remove();
		this.panel.append(wrap);
		this.measure();
		wrap.scrollTo(left, top);
		for (const draft of cells) this.carry(draft);
		if (focused?.startsWith("cell-")) $(focused)?.focus();
	}

	/**
	 * carry puts the text that is typed in a cell of the old table into the same cell of the new
	 * table.
	 * @param {Draft} draft
	 */
	carry(draft) {
		const [before] = draft.spec.inputs;
		const field = $(before.id);
		draft.close();
		if (!draft.typed || !field) return;
		const [from, to] = [before.selectionStart, before.selectionEnd];
		field.begin().type(draft.texts());
		field.setSelectionRange(from, to);
	}

	/**
	 * tools returns the line above the table.
	 * @param {{trail: string}} answer
	 */
	tools({ trail }) {
		const filter = element("input", {
			type: "search", id: "table-filter", "aria-label": t("filter"),
			placeholder: t("filter"), spellcheck: "false",
		});
		filter.addEventListener("input", () => {
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.app.run(async () => {
				if (!(await this.app.flush())) return;
				this.filter = filter.value;
				await this.show();
			}), 200);
		});
		return element("p", { class: "buttons" }, element("b", {}, isolated(trail)),
			filter, element("span", { id: "table-count", class: "hint", role: "status" }));
	}

	/** more draws the next rows, if there are some. */
	async more() {
		if (this.rows.length >= this.total) return;
		this.loading = true;
		try {
			const { rows } = await this.ask(this.rows.length);
			this.rows.push(...rows);
			const body = this.panel.querySelector("tbody");
			body.append(...rows.map((/** @type {any} */ r) => this.row(r)));
		} finally {
			this.loading = false;
		}
	}

	/** @param {any} column */
	head(column) {
		const sorted = this.sort === column.key;
		const e = element("th", {
			scope: "col", class: isNumber(column.type) ? "number" : undefined,
			"aria-sort": sorted ? (this.desc ? "descending" : "ascending") : undefined,
		},
		element("button", {
			type: "button", title: t("sortBy"), onclick: () => this.app.run(async () => {
				if (!(await this.app.flush())) return;
				this.desc = sorted && !this.desc;
				this.sort = column.key;
				await this.show();
			}),
		}, isolated(column.label), sorted ? (this.desc ? " ▾" : " ▴") : ""),
		" ", element("button", {
			type: "button", class: "hint", "aria-label": t("setAll", { name: column.label }),
			title: t("setAll", { name: column.label }),
			onclick: () => this.app.run(() => this.all(column)),
		}, "✎"),
		element("small", { class: familyClass(familyOf(column.type)) }, column.type));
		e.append(this.edge(column, e));
		return e;
	}

	/**
	 * edge returns the right edge of a head, which the mouse, a finger or arrow keys move.
	 * @param {any} column
	 * @param {HTMLElement} head
	 */
	edge(column, head) {
		const edge = element("span", {
			class: "edge", role: "separator", tabindex: "0", "aria-orientation": "vertical",
			"aria-label": t("columnWidth", { name: column.label }),
			"aria-valuemin": narrowest, "aria-valuemax": widest,
		});
		const set = (/** @type {number} */ width) => {
			if (this.widths.size === 0) this.freeze();
			const w = Math.max(narrowest, Math.min(Math.round(width), widest));
			this.widths.set(column.key, w);
			this.measure();
		};

		edge.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
			event.preventDefault();
			edge.setPointerCapture(event.pointerId);
			const begin = head.offsetWidth - event.clientX;
			edge.onpointermove = (/** @type {PointerEvent} */ e) => set(begin + e.clientX);
		});
		edge.addEventListener("lostpointercapture", () => { edge.onpointermove = null; });
		edge.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
			const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
			if (!by) return;
			event.preventDefault();
			set(head.offsetWidth + by);
		});
		return edge;
	}

	/**
	 * freeze keeps the widths of all columns. The next change of a width then changes only one
	 * column.
	 */
	freeze() {
		const widths = this.heads().map(({ column, head }) =>
			/** @type {[string, number]} */ ([column.key, head.offsetWidth]));
		this.widths = new Map(widths);
	}

	/** measure sets the widths of the columns, also for screen readers. */
	measure() {
		this.panel.querySelector("table").classList.toggle("sized", this.widths.size > 0);
		for (const { column, head } of this.heads()) {
			const given = this.widths.get(column.key);
			const width = given ? given + "px" : "";
			Object.assign(head.style, { minWidth: width, maxWidth: width });
		}
		for (const { head } of this.heads()) {
			head.querySelector(".edge").setAttribute("aria-valuenow", head.offsetWidth);
		}
	}

	/** heads returns the columns with their heads. */
	heads() {
		const heads = [...this.panel.querySelectorAll("thead th")].slice(1); // without “#”
		return heads.map((head, i) => ({ head, column: this.columns[i] }));
	}

	/**
	 * all asks for a value and sets it in a column of all rows.
	 * @param {any} column
	 */
	async all(column) {
		if (!(await this.app.flush())) return;
		await request(t("setAll", { name: column.label }), [
			{ name: "text", label: t("valueAsCode") },
		], t("apply"), async ({ text }) => {
			try {
				await this.app.edit({ op: "column", path: this.path, key: column.key, text });
			} catch (error) {
				throw { shown: errorText(/** @type {any} */ (error)) };
			}
		});
	}

	/** @param {any} row */
	row(row) {
		return element("tr", {},
			element("td", {}, element("button", {
				class: "ghost", onclick: () => this.app.tell("go", row.path),
			}, String(row.at))),
			...row.cells.map((/** @type {any} */ cell, /** @type {number} */ i) =>
				element("td", { class: cell?.mark ? "changed" : undefined },
					cell && this.cell(row, cell, i))));
	}

	/**
	 * @param {any} row
	 * @param {any} cell
	 * @param {number} i
	 */
	cell(row, cell, i) {
		const column = this.columns[i];
		const field = element("input", {
			id: `cell-${row.at}-${i}`, type: "text", spellcheck: "false",
			class: familyClass(familyOf(cell.type)) + (isNumber(cell.type) ? " number" : ""),
			readonly: !this.app.file.writable || cell.cut,
			"aria-label": t("cellOf", { name: column.label, at: row.at }),
		});
		field.value = cell.text;
		field.addEventListener("paste", (/** @type {ClipboardEvent} */ event) =>
			this.pasted(event, row, i));
		const { path } = cell;
		if (cell.cut) {
			field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
				if (event.key === "Enter") this.app.tell("go", path);
			});
			field.addEventListener("dblclick", () => this.app.tell("go", path));
			return field;
		}

		const go = (/** @type {number} */ by) => this.go(field, by);
		/** @type {Draft | undefined} */
		let draft;
		field.begin = () => {
			draft ??= new Draft(this.app, {
				path, place: "cell", inputs: [field],
				args: ([text]) => cellArgs(cell, text),
				keys: { Enter: () => go(1), ArrowDown: () => go(1), ArrowUp: () => go(-1) },
			});
			return draft;
		};
		const end = () => {
			const left = draft;
			const gone = this.app.lost || !field.isConnected || document.activeElement === field;
			if (!left || gone) return;
			this.app.run(async () => {
				if (!(await left.leave()) || left.typed) return;
				left.close();
				draft = undefined;
			});
		};
		field.addEventListener("focus", field.begin);
		field.addEventListener("blur", end);
		return field;
	}

	/**
	 * pasted fills cells with the cells of a spreadsheet. The first one is the cell into which they
	 * are pasted.
	 * @param {ClipboardEvent} event
	 * @param {any} row
	 * @param {number} column
	 */
	pasted(event, row, column) {
		const cells = cellsOf(event.clipboardData?.getData("text/plain") ?? "");
		if (!cells || !this.app.file.writable) return;
		event.preventDefault();
		this.app.run(async () => {
			if (await this.app.flush()) {
				await this.fill(cells, this.rows.findIndex((r) => r.at === row.at), column);
			}
		});
	}

	/**
	 * fill sets cells to the right of a cell and below it, in one edit. It sets all of the cells or
	 * none.
	 * @param {string[][]} cells
	 * @param {number} top
	 * @param {number} left
	 */
	async fill(cells, top, left) {
		while (this.rows.length < Math.min(top + cells.length, this.total)) await this.more();

		/** @type {Map<string, {row: any, column: any}>} the places by path */
		const places = new Map();
		const edits = [];
		for (const [y, line] of cells.entries()) {
			for (const [x, text] of line.entries()) {
				const row = this.rows[top + y];
				const cell = row?.cells[left + x];
				if (!cell) {
					this.app.problem(t("pasteOutside", { row: y + 1, column: x + 1, text }));
					return;
				}
				edits.push({ path: cell.path, ...cellArgs(cell, text) });
				places.set(cell.path, { row, column: this.columns[left + x] });
			}
		}

		try {
			await this.app.edit({ op: "fill", path: this.path, edits });
		} catch (error) {
			const failure = /** @type {any} */ (error);
			const place = places.get(failure.field);
			if (failure.lost || !place) throw error;
			const { text: why, detail } = errorText(failure);
			const { column: { label: name }, row: { at } } = place;
			this.app.problem({ text: t("pasteRefused", { name, at, why }), detail });
		}
	}

	/**
	 * go gives the focus to the cell above or below. If there is no such cell, the field loses the
	 * focus.
	 * @param {HTMLInputElement} field
	 * @param {number} by
	 */
	go(field, by) {
		/** @type {any} */
		const here = $(field.id) ?? field; // the table may be drawn anew
		const next = here.closest("tr")?.[by > 0 ? "nextSibling" : "previousSibling"];
		const at = [...here.closest("tr").children].indexOf(here.closest("td"));
		const to = next?.children[at]?.querySelector("input");
		if (to) to.focus();
		else here.blur();
	}
}

/**
 * cellArgs returns the arguments of the edit that sets a cell to a text.
 * @param {{type: string}} cell
 * @param {string} text
 */
function cellArgs({ type }, text) {
	if (familyOf(type) === "other") return { text };
	return { plain: type === "bool" ? text.toLowerCase() : text }; // spreadsheets write TRUE
}

/** @param {string} type */
function isNumber(type) {
	return ["int", "float"].includes(type);
}

/** @param {string} type */
function familyOf(type) {
	return {
		int: "int", float: "float", String: "string", StringName: "string", bool: "bool",
	}[type] ?? "other";
}
