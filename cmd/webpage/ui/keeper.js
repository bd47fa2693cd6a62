// @ts-check
// The work that is kept in the tab, so that it is there again after a reload.

import { $, visible } from "./dom.js";
import { t } from "./i18n.js";
import { Journal } from "./journal.js";

/** @typedef {import("./app.js").App} App */

/** The names of the kept texts, and the greatest length that browsers keep. */
const keptWork = "work";
const keptTyped = "typed";
const longestKept = 4_000_000;

/** A Keeper keeps the open file, its changes and the typed texts, if the user wants it. */
export class Keeper {
	/**
	 * @param {App} app
	 * @param {import("./inside.js").Inside} inside
	 */
	constructor(app, inside) {
		this.app = app;
		this.inside = inside;
		$("keep-work").addEventListener("change", () => this.keep());
		for (const name of ["edited", "opened"]) app.on(name, () => this.keep());
		app.on("typed", () => this.keepTyped());

		addEventListener("beforeunload", (event) => {
			const typed = app.typed().length > 0 || document.querySelector("dialog .typed");
			if ((typed || inside.unsaved().length > 0) && !this.keeps) event.preventDefault();
		});
	}

	get keeps() {
		return $("keep-work").checked && sessionStorage.getItem(keptWork) !== null;
	}

	/**
	 * offer offers to open the kept work again. If there is none, or if the user refuses, it calls
	 * otherwise.
	 * @param {() => void} otherwise
	 */
	offer(otherwise) {
		const work = stored(keptWork);
		if (!work) {
			otherwise();
			return;
		}

		const kept = JSON.parse(work);
		const typed = JSON.parse(stored(keptTyped) ?? "[]");
		$("restore").hidden = false;
		$("restore-text").textContent = t("restoreText", { name: visible(kept.name) });
		$("restore-yes").addEventListener("click", () => {
			$("restore").hidden = true;
			$("keep-work").checked = true;
			this.app.run(() => this.restore(kept, typed));
		});
		$("restore-no").addEventListener("click", () => {
			$("restore").hidden = true;
			this.forget();
			otherwise();
		});
	}

	/**
	 * restore opens the kept work.
	 * @param {any} kept
	 * @param {import("./draft.js").Typed[]} typed
	 */
	async restore({ journal, outer = [] }, typed) {
		const { app, inside } = this;
		const file = await app.repeat(Journal.unpack(journal));
		inside.outer = outer.map((/** @type {any} */ o) =>
			({ ...o, journal: Journal.unpack(o.journal) }));
		app.tell("opened", { file, typed });
	}

	forget() {
		sessionStorage.removeItem(keptWork);
		sessionStorage.removeItem(keptTyped);
	}

	/** keep keeps the file and its changes in this tab, if that is wanted. */
	keep() {
		const { app } = this;
		if (!$("keep-work").checked) {
			if (app.file) this.forget();
			return;
		}
		if (!app.file || app.file.locked) return;
		this.store(keptWork, {
			name: app.file.name, journal: app.journal.pack(),
			outer: this.inside.outer.map((o) => ({ ...o, journal: o.journal.pack() })),
		});
		this.keepTyped();
	}

	/** keepTyped keeps the texts that are typed and not applied. */
	keepTyped() {
		if (this.keeps) this.store(keptTyped, this.app.typed());
	}

	/**
	 * store keeps a value in the tab, or shows that it is too long.
	 * @param {string} name
	 * @param {any} what
	 */
	store(name, what) {
		try {
			const text = JSON.stringify(what);
			if (text.length > longestKept) throw new Error("too long");
			sessionStorage.setItem(name, text);
		} catch {
			$("keep-work").checked = false;
			this.app.problem(t("keepTooLong"));
		}
	}
}

/** @param {string} name */
function stored(name) {
	try {
		return sessionStorage.getItem(name);
	} catch { // the browser has no storage for this page
		return null;
	}
}
