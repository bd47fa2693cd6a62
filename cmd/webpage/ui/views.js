// @ts-check
// The tabs, and the views of bytes, of changes and of another file.

import { $, element, isolated } from "./dom.js";
import { member, t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */

/**
 * Tabs show one view at a time. Arrow keys move the focus. Enter, the space bar or a click chooses
 * a view.
 */
export class Tabs {
	/**
	 * @param {App} app
	 * @param {Record<string, () => Promise<any>>} shows what a view does when it is chosen
	 */
	constructor(app, shows) {
		this.app = app;
		this.shows = shows;
		this.chosen = "tree";
		this.bar = $("tabs");
		this.bar.addEventListener("click", (/** @type {any} */ event) => {
			const tab = event.target.closest("[role=tab]");
			if (tab) this.choose(tab.id.slice(4));
		});
		this.bar.addEventListener("keydown", (/** @type {any} */ event) => this.key(event));
		app.on("opened", () => this.show("tree"));
	}

	tabs() {
		return [...this.bar.children].filter((tab) => !tab.hidden);
	}

	/** @param {string} name */
	async choose(name) {
		if (!(await this.app.flush())) return;
		this.show(name);
		await this.app.run(async () => this.shows[name]?.());
	}

	/** @param {string} name */
	show(name) {
		this.chosen = name;
		for (const tab of this.bar.children) {
			const chosen = tab.id === "tab-" + name;
			tab.setAttribute("aria-selected", chosen);
			tab.tabIndex = chosen ? 0 : -1;
			$("panel-" + tab.id.slice(4)).hidden = !chosen;
			if (chosen) this.reveal(tab);
		}
		$("document").dataset.view = name;
		if (name !== "tree") $("side").classList.add("closed"); // on a phone it covers the view
	}

	/**
	 * reveal scrolls the bar of tabs to a tab, once this tab is shown.
	 * @param {HTMLElement} tab
	 */
	reveal(tab) {
		requestAnimationFrame(() => tab.scrollIntoView({ block: "nearest", inline: "nearest" }));
	}

	/**
	 * offer shows or hides a tab.
	 * @param {string} name
	 * @param {boolean} there
	 */
	offer(name, there) {
		$("tab-" + name).hidden = !there;
		if (!there && this.chosen === name) this.show("tree");
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		const tabs = this.tabs();
		const at = tabs.indexOf(event.target);
		const to = /** @type {Record<string, number>} */ (
			{ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 })[event.key];
		if (to === undefined) return;
		event.preventDefault();
		for (const tab of tabs) tab.tabIndex = -1;
		const tab = tabs.at(to % tabs.length);
		tab.tabIndex = 0;
		tab.focus();
	}
}

/**
 * nearEnd runs a function when a place is scrolled near its end.
 * @param {HTMLElement} place
 * @param {() => void} work
 */
function nearEnd(place, work) {
	place.addEventListener("scroll", () => {
		if (place.scrollTop + place.clientHeight > place.scrollHeight - 600) work();
	});
}

/** The number of fields that one call for bytes asks for. */
const fieldsAtOnce = 200;

/** A BytesView shows each field of the file with its bytes, linked with the tree. */
export class BytesView {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.lines = $("dump-lines");
		/** @type {number | undefined} the offset of the next page */
		this.next = 0;
		this.range = { from: -1, to: -1 };

		nearEnd(this.lines, () =>
			this.next !== undefined && !this.loading && app.run(() => this.page()));
		this.lines.addEventListener("click", (/** @type {any} */ event) => {
			const row = event.target.closest(".dump-row");
			if (row) app.run(() => this.choose(row));
		});
		this.lines.addEventListener("keydown", (/** @type {any} */ event) => this.key(event));
		app.on("selected", () => !this.choosing && $("document").dataset.view === "dump" &&
			app.run(() => this.light()));
	}

	/** show begins at the bytes of the selected value. */
	async show() {
		const where = await this.app.call("where", { path: this.app.selected });
		this.range = where;
		await this.begin(this.app.selected === "$" ? 0 : where.from);
	}

	/** @param {number} from */
	async begin(from) {
		this.lines.replaceChildren();
		if (from > 0) {
			this.lines.append(element("button", {
				type: "button", class: "dump-row", onclick: (/** @type {Event} */ event) => {
					event.stopPropagation();
					this.app.run(() => this.begin(0));
				},
			}, element("span", { class: "at" }, "↑"), t("bytesStart")));
		}
		this.next = from;
		await this.page();
	}

	async page() {
		this.loading = true;
		try {
			const answer = await this.app.call("bytes", { from: this.next, count: fieldsAtOnce });
			this.next = answer.next > (this.next ?? 0) && answer.next < answer.total
				? answer.next : undefined;
			this.lines.append(...answer.fields.map((/** @type {any} */ f) => this.row(f)));
		} finally {
			this.loading = false;
		}
	}

	/** @param {any} field */
	row(field) {
		const hex = field.hex.replace(/(..)(?=.)/g, "$1 ");
		const long = field.length > field.hex.length / 2;
		const e = element("button", {
			type: "button", class: "dump-row" + (field.kind === "fault" ? " wrong" : ""),
			tabindex: "-1",
		},
		element("span", { class: "at" }, String(field.offset)),
		element("span", { class: "hex " + kindClass(field.kind) }, hex + (long ? " …" : "")),
		element("span", { class: "what" }, isolated(field.fault || field.text)));
		e.offset = field.offset;
		e.path = field.path;
		e.classList.toggle("on", this.inRange(field.offset));
		return e;
	}

	/** @param {number} offset */
	inRange(offset) {
		const { from, to } = this.range;
		return offset >= from && offset < to && this.app.selected !== "$";
	}

	/**
	 * choose selects the value that a field belongs to.
	 * @param {any} row
	 */
	async choose(row) {
		if (row.offset === undefined || !(await this.app.flush())) return;
		const { path } = await this.app.call("at", { offset: row.offset });
		this.choosing = true;
		await this.app.reveal(path);
		this.choosing = false;
		await this.light(path);
		row.focus();
	}

	/**
	 * light marks the bytes of the selected value.
	 * @param {string} [path]
	 */
	async light(path = this.app.selected) {
		this.range = await this.app.call("where", { path });
		for (const row of this.lines.children) {
			row.classList.toggle("on", row.offset !== undefined && this.inRange(row.offset));
		}
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		const rows = [...this.lines.children];
		const at = rows.indexOf(document.activeElement);
		const to = event.key === "ArrowDown" ? at + 1 : event.key === "ArrowUp" ? at - 1 : NaN;
		if (Number.isNaN(to)) return;
		event.preventDefault();
		rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
	}
}

/** @param {string} kind */
function kindClass(kind) {
	return { header: "vec", count: "bool", number: "num", text: "str" }[kind] ?? "dic";
}

/** A Differences list shows changes, a page at a time. */
export class Differences {
	/**
	 * @param {App} app
	 * @param {{list: string, count: string, more: string, call: string,
	 *   kinds: import("./texts.js").Group, none: import("./texts.js").Key,
	 *   some: import("./texts.js").Key}} names of the elements, of the call, and of the texts: of
	 * kinds, and of the number of changes
	 * @param {(change: any) => Node[]} buttons
	 */
	constructor(app, names, buttons) {
		this.app = app;
		this.names = names;
		this.buttons = buttons;
		this.shown = 0;
		this.around = ""; // the group of the last change
		this.turn = 0; // the number of the shown list
		$(names.more).addEventListener("click", () => app.run(() => this.page()));
	}

	async show() {
		this.turn++;
		this.shown = 0;
		this.around = "";
		$(this.names.list).replaceChildren();
		return this.page();
	}

	async page() {
		const { turn } = this;
		const { total, changes } = await this.app.call(this.names.call,
			{ from: this.shown, count: 100 });
		if (turn !== this.turn) return total; // the list is shown anew
		$(this.names.list).append(...changes.flatMap((/** @type {any} */ c) =>
			[this.group(c), this.item(c)].filter((e) => e !== null)));
		this.shown += changes.length;
		$(this.names.more).hidden = this.shown >= total || changes.length === 0;
		$(this.names.count).textContent = total === 0
			? t(this.names.none) : t(this.names.some, { n: total });
		return total;
	}

	/**
	 * group returns the title of a group of changes, if a change is the first of its group. The
	 * changes in one value are a group.
	 * @param {any} change
	 */
	group({ around }) {
		if (!around || around === this.around) return null;
		this.around = around;
		return element("li", { class: "group" },
			element("h2", {}, isolated(around === "$" ? t("wholeFile") : around)));
	}

	/** @param {any} change */
	item(change) {
		return element("li", {},
			element("div", { class: "buttons" },
				element("button", {
					onclick: () => this.app.tell("go", change.here || change.path),
				}, isolated(change.label || change.trail)),
				element("span", { class: "hint" }, member(this.names.kinds, change.kind)),
				change.from && change.from !== change.trail &&
					element("span", { class: "hint" }, "← ", isolated(change.from)),
				...this.buttons(change)),
			change.old && element("del", {}, isolated(change.old)),
			change.new && element("ins", {}, isolated(change.new)));
	}
}
