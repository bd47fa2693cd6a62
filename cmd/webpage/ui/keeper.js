// @ts-check
// The work that is kept in the tab, so that it is there again after a reload.

import { $, visible } from "./dom.js";
import { t } from "./i18n.js";
import { Journal } from "./journal.js";

/** @typedef {import("./app.js").App} App */

/** The names of the kept texts, and the greatest length that browsers keep. */
const keptWork = "work";
const keptTyped = "typed";
const keptOnce = "once"; // during a renewal: whether the user keeps the work
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
		this.renewing = false;
		for (const name of ["edited", "opened"]) app.on(name, () => this.keep());
		app.on("typed", () => this.keepTyped());
		app.on("renew", () => this.renew());

		addEventListener("beforeunload", (event) => {
			const typed = app.typed().length > 0 || document.querySelector("dialog .typed");
			const unsaved = typed || inside.unsaved().length > 0;
			if (unsaved && !this.keeps && !this.renewing) event.preventDefault();
		});
	}

	get keeps() {
		return $("keep-work").checked && sessionStorage.getItem(keptWork) !== null;
	}

	/** renew loads the page again. The open file is there afterwards, with all that was typed. */
	renew() {
		const { app } = this;
		if (app.file) {
			const kept = String($("keep-work").checked);
			if (!this.storeAll(app.selected) || !this.store(keptOnce, kept)) return;
		}
		this.renewing = true;
		location.reload();
	}

	/**
	 * offer offers to open the kept work again. If no work is kept, or if the user refuses, it
	 * calls the function otherwise. After renew it opens the work without a question.
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
		const once = stored(keptOnce);
		if (once !== null) {
			sessionStorage.removeItem(keptOnce);
			$("keep-work").checked = JSON.parse(once) === "true";
			this.app.run(() => this.restore(kept, typed));
			return;
		}

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
	async restore({ journal, outer = [], at }, typed) {
		const { app, inside } = this;
		const file = await app.repeat(Journal.unpack(journal));
		inside.outer = outer.map((/** @type {any} */ o) =>
			({ ...o, journal: Journal.unpack(o.journal) }));
		app.tell("opened", { file, at, typed });
	}

	forget() {
		sessionStorage.removeItem(keptWork);
		sessionStorage.removeItem(keptTyped);
	}

	/** keep keeps the file and its changes in this tab, if the user wants this. */
	keep() {
		const { app } = this;
		if (!$("keep-work").checked) {
			if (app.file) this.forget();
			return;
		}
		if (app.file && !app.file.locked) this.storeAll();
	}

	/**
	 * storeAll keeps the file, its changes and the typed texts, and reports whether that was
	 * possible.
	 * @param {string} [at] the path of the value to select
	 */
	storeAll(at) {
		const { app } = this;
		const outer = this.inside.outer.map((o) => ({ ...o, journal: o.journal.pack() }));
		const work = { name: app.file.name, journal: app.journal.pack(), outer, at };
		return this.store(keptWork, work) && this.store(keptTyped, app.typed());
	}

	/** keepTyped keeps the texts that are typed and not applied. */
	keepTyped() {
		if (this.keeps) this.store(keptTyped, this.app.typed());
	}

	/**
	 * store keeps a value in the tab, or shows that the value is too long. It reports whether the
	 * value is kept.
	 * @param {string} name
	 * @param {any} what
	 */
	store(name, what) {
		try {
			const text = JSON.stringify(what);
			if (text.length > longestKept) throw new Error("too long");
			sessionStorage.setItem(name, text);
			return true;
		} catch {
			$("keep-work").checked = false;
			this.app.problem(t("keepTooLong"));
			return false;
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
