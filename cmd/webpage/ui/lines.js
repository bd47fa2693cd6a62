// @ts-check
// A long text with colors and folds. Only the rows in sight are elements.

import { element } from "./dom.js";
import { Fold } from "./fold.js";
import { t } from "./i18n.js";
import { spanOf, topOf } from "./rows.js";
import { tokens } from "./tokens.js";

/** @typedef {import("./app.js").App} App */

/** A Lines shows a text. It loads the text page by page while the user scrolls. */
export class Lines {
	/**
	 * @param {App} app
	 * @param {HTMLElement} place
	 * @param {() => Promise<any>} [page] adds the next page
	 */
	constructor(app, place, page = async () => {}) {
		this.app = app;
		this.place = place;
		this.page = page;
		this.fold = new Fold("text", 100);
		this.more = false; // another page follows
		this.loading = false;
		/** @type {Map<number, HTMLElement>} the elements in sight, by row */
		this.drawn = new Map();
		this.space = element("div", { class: "lines" });
		place.replaceChildren(this.space);

		place.addEventListener("scroll", () => this.draw());
		place.addEventListener("keydown", (event) => this.key(event));
		this.space.addEventListener("click", (/** @type {any} */ event) => {
			const button = event.target.closest(".fold");
			if (button) this.app.run(() => this.toggle(button.row));
		});
	}

	/**
	 * begin begins a text.
	 * @param {import("./tokens.js").Code} code
	 */
	begin(code) {
		this.fold = new Fold(code, this.columns());
		this.more = false;
		this.clear();
		this.place.scrollTop = 0;
	}

	/**
	 * add adds text at the end.
	 * @param {string} text
	 * @param {boolean} more whether more will come
	 */
	add(text, more) {
		this.fold.add(text, more);
		this.more = more;
		this.draw();
	}

	/** columns returns how many characters fit in a row. */
	columns() {
		const text = element("span", {}, "0".repeat(100));
		const probe = element("div", { class: "line goes-on" }, text);
		this.space.append(probe);
		const one = text.getBoundingClientRect().width / 100;
		const room = this.space.clientWidth - text.offsetLeft;
		probe.remove();
		return Math.max(20, Math.floor(room / (one || 8)));
	}

	get rowHeight() {
		return parseFloat(getComputedStyle(this.place).getPropertyValue("--line"));
	}

	view() {
		return {
			top: this.place.scrollTop, height: this.place.clientHeight,
			total: this.fold.shown.length, row: this.rowHeight,
		};
	}

	clear() {
		for (const e of this.drawn.values()) e.remove();
		this.drawn.clear();
	}

	/** draw shows the rows in sight, and asks for the next page near the end. */
	draw() {
		const view = this.view();
		const { first, last, tall, shift } = spanOf(view);
		this.space.style.height = tall + "px";
		const rows = this.fold.shown.slice(first, last);
		const inSight = new Set(rows);
		for (const [row, e] of this.drawn) {
			if (inSight.has(row)) continue;
			if (e.contains(document.activeElement)) this.place.focus({ preventScroll: true });
			e.remove();
			this.drawn.delete(row);
		}

		for (const [i, row] of rows.entries()) {
			const e = this.drawn.get(row) ?? this.element(row);
			e.style.transform = `translateY(${shift + i * view.row}px)`;
			this.drawn.set(row, e);
			this.space.append(e); // in the order in which screen readers read
		}
		if (last + 40 >= view.total) this.ask();
	}

	/** ask asks for the next page. */
	ask() {
		if (!this.more || this.loading) return;
		this.loading = true;
		this.app.run(this.page).finally(() => { this.loading = false; });
	}

	/**
	 * element returns the element of a row.
	 * @param {number} row
	 */
	element(row) {
		const { fold } = this;
		const { text, begins, inString } = fold.rows[row];
		const folded = fold.folded.has(row);
		const button = fold.foldable(row) && element("button", {
			type: "button", class: "fold", tabindex: "-1", "aria-expanded": String(!folded),
			"aria-label": t("foldFrom", { n: row + 1 }),
		}, folded ? "▸" : "▾");
		if (button) button.row = row;

		return element("div", { class: "line" + (begins ? "" : " goes-on") }, button,
			...tokens(text, fold.code, inString).map((piece) => (piece.name
				? element("span", { class: piece.name }, piece.text) : piece.text)),
			folded && element("span", { class: "hint" }, " … "));
	}

	/**
	 * toggle folds the brackets that begin in a row, or unfolds them. The text is read up to their
	 * end.
	 * @param {number} row
	 */
	async toggle(row) {
		const { fold } = this;
		while (!fold.ends.has(row) && this.more && fold === this.fold) await this.page();
		if (fold !== this.fold || !fold.foldable(row)) return;

		const focused = this.drawn.get(row)?.contains(document.activeElement);
		fold.toggle(row);
		this.drawn.get(row)?.remove();
		this.drawn.delete(row);
		this.draw();
		if (focused) this.focus(row);
	}

	/** @param {number} row */
	focus(row) {
		const top = topOf(this.fold.find(row), this.view());
		if (top !== this.place.scrollTop) this.place.scrollTop = top;
		this.draw();
		/** @type {any} */ (this.drawn.get(row)?.querySelector(".fold"))?.focus();
	}

	/**
	 * key moves the focus from fold to fold. Enter in the text moves the focus to the first visible
	 * fold. Then the arrow keys move the focus to the next fold, fold and unfold.
	 * @param {KeyboardEvent} event
	 */
	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const at = /** @type {any} */ (event.target).row;
		if (at === undefined) {
			if (event.key !== "Enter") return;
			const first = [...this.drawn.keys()].sort((a, b) => a - b)
				.find((row) => this.fold.foldable(row));
			if (first !== undefined) this.focus(first);
			return;
		}

		const folded = this.fold.folded.has(at);
		/** @type {Record<string, () => any>} */
		const works = {
			ArrowDown: () => this.go(at, 1), ArrowUp: () => this.go(at, -1),
			ArrowLeft: () => !folded && this.app.run(() => this.toggle(at)),
			ArrowRight: () => folded && this.app.run(() => this.toggle(at)),
			Escape: () => this.place.focus({ preventScroll: true }),
		};
		if (!works[event.key]) return;
		event.preventDefault();
		works[event.key]();
	}

	/**
	 * go gives the focus to the fold before or after a row.
	 * @param {number} row
	 * @param {number} by
	 */
	go(row, by) {
		const { fold } = this;
		for (let i = fold.find(row) + by; i >= 0 && i < fold.shown.length; i += by) {
			if (fold.foldable(fold.shown[i])) {
				this.focus(fold.shown[i]);
				return;
			}
		}
	}
}
