// @ts-check
// The search: live, with a count, previous and next, and marks in the tree.

import { $ } from "./dom.js";
import { errorText } from "./app.js";
import { t } from "./i18n.js";
import { words } from "./values.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./tree.js").TreeView} TreeView */

/** A Search finds values. */
export class Search {
	/**
	 * @param {App} app
	 * @param {TreeView} tree
	 */
	constructor(app, tree) {
		this.app = app;
		this.tree = tree;
		this.field = $("find");
		this.query = ""; // the last query that the program got
		this.count = 0;
		this.turn = 0; // the number of the running search

		this.field.addEventListener("input", () => this.later());
		this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
			if (event.key === "Escape" && this.field.value) {
				event.preventDefault();
				this.field.value = "";
				this.app.run(() => this.search());
			} else if (event.key === "Enter" && event.shiftKey) {
				event.preventDefault();
				this.app.run(() => this.step(-1));
			} else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
				event.preventDefault();
				this.app.run(() => this.step(event.key === "ArrowUp" ? -1 : 1));
			}
		});
		$("find-form").addEventListener("submit", (/** @type {Event} */ event) => {
			event.preventDefault();
			app.run(() => this.step(1));
		});
		$("find-before").addEventListener("click", () => app.run(() => this.step(-1)));
		app.on("opened", () => this.forget());
		app.on("edited", () => this.query && app.run(() => this.search(true)));
	}

	forget() {
		this.turn++;
		this.query = "";
		this.field.value = "";
		this.tell("");
		this.tree.words = [];
	}

	later() {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.app.run(() => this.search()), 150);
	}

	/**
	 * search runs the query to its end, in slices between which the page answers.
	 * @param {boolean} [again] after an edit
	 */
	async search(again = false) {
		clearTimeout(this.timer);
		const turn = ++this.turn;
		const query = this.field.value.trim();
		if (query === this.query && !again) return;
		this.query = query;
		this.tree.words = words(query);

		if (query === "") {
			await this.app.call("searchEnd");
			this.tell("");
			this.tree.renew();
			return;
		}

		try {
			let found = await this.app.call("search", { query });
			while (!found.done && turn === this.turn) {
				this.tell(t("findSoFar", { n: found.count }));
				found = await this.app.call("more");
			}
			if (turn !== this.turn) return;
			this.count = found.count;
			this.tell(found.count === 0 ? t("findNone") : t("findCount", { n: found.count }));
			this.field.removeAttribute("aria-invalid");
		} catch (error) {
			const failure = /** @type {any} */ (error);
			if (failure.lost) throw error;
			this.count = 0;
			this.field.setAttribute("aria-invalid", "true");
			this.tell(errorText(failure).text);
		}
		this.tree.renew();
	}

	/**
	 * step goes to the next match, or to the previous match.
	 * @param {1 | -1} by
	 */
	async step(by) {
		await this.search();
		if (this.count === 0 || !(await this.app.flush())) return;
		const match = await this.app.call("match", { after: this.app.selected, step: by });
		this.tree.change({ ...match.tree, row: match.row }, match.path);
		this.tell(t("findAt", { at: match.at + 1, of: match.of }));
	}

	/** @param {string} text */
	tell(text) {
		$("find-count").textContent = text;
	}
}
