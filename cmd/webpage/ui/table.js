// @ts-check
// A list of dictionaries with like keys, as a table.

import { $, element, isolated } from "./dom.js";
import { errorText } from "./app.js";
import { request } from "./ask.js";
import { Draft } from "./draft.js";
import { t } from "./i18n.js";
import { familyClass } from "./values.js";

/** @typedef {import("./app.js").App} App */

/** The rows that one call asks for. */
const rowsAtOnce = 100;

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
		this.shown = 0;
		app.on("edited", () => {
			if ($("document").dataset.view === "table") app.run(() => this.show());
		});
	}

	/**
	 * begin shows the table of a list.
	 * @param {string} path
	 */
	async begin(path) {
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

	/** show draws the table, and keeps the focus and the place. */
	async show() {
		const answer = await this.ask();
		const focused = document.activeElement?.id;
		const cells = [...this.app.drafts].filter((draft) => draft.spec.place === "cell");
		const before = this.panel.querySelector(".table-wrap");
		const [top, left] = [before?.scrollTop ?? 0, before?.scrollLeft ?? 0];

		this.shown = answer.rows.length;
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
			const more = this.shown < answer.total && !this.loading;
			if (near && more) this.app.run(() => this.more(body));
		});

		if (!this.panel.querySelector("#table-filter")) this.panel.append(this.tools(answer));
		this.panel.querySelector("#table-count").textContent = t("rowCount", { n: answer.total });
		before?.remove();
		this.panel.append(wrap);
		wrap.scrollTo(left, top);
		for (const draft of cells) this.carry(draft);
		if (focused?.startsWith("cell-")) $(focused)?.focus();
	}

	/**
	 * carry puts what is typed in a cell of the old table into that of the new one.
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

	/** @param {any} body */
	async more(body) {
		this.loading = true;
		try {
			const { rows } = await this.ask(this.shown);
			this.shown += rows.length;
			body.append(...rows.map((/** @type {any} */ r) => this.row(r)));
		} finally {
			this.loading = false;
		}
	}

	/** @param {any} column */
	head(column) {
		const sorted = this.sort === column.key;
		return element("th", {
			scope: "col",
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
			title: t("setAll", { name: column.label }), onclick: () => this.all(column),
		}, "✎"));
	}

	/**
	 * all sets a field of all rows.
	 * @param {any} column
	 */
	async all(column) {
		if (!(await this.app.flush())) return;
		request(t("setAll", { name: column.label }), [
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
			class: familyClass(familyOf(cell.type)), readonly: !this.app.file.writable || cell.cut,
			"aria-label": t("cellOf", { name: column.label, at: row.at }),
		});
		field.value = cell.text;
		const path = cell.path ?? `${row.path}[${column.key}]`;
		if (cell.cut) {
			field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
				if (event.key === "Enter") this.app.tell("go", path);
			});
			field.addEventListener("dblclick", () => this.app.tell("go", path));
			return field;
		}

		const simple = familyOf(cell.type) !== "other";
		const go = (/** @type {number} */ by) => this.go(field, by);
		/** @type {Draft | undefined} */
		let draft;
		field.begin = () => {
			draft ??= new Draft(this.app, {
				path, place: "cell", inputs: [field],
				args: ([text]) => (simple ? { plain: text } : { text }),
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
	 * go gives the focus to the cell above or below. Without one the field is left.
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

/** @param {string} type */
function familyOf(type) {
	return {
		int: "int", float: "float", String: "string", StringName: "string", bool: "bool",
	}[type] ?? "other";
}
