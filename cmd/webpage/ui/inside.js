// @ts-check Files in files: how to open a file that is a value of the open file, and how to go back
// with its changes.

import { $, visible } from "./dom.js";
import { ask } from "./ask.js";
import { t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./journal.js").Journal} Journal */

/** Inside opens files in files. */
export class Inside {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		/**
		 * @type {{journal: Journal, kept: number, name: string, at: string}[]} the files around the
		 * open file, from the outermost one; at is the path of the next file
		 */
		this.outer = [];
		/** @type {Promise<void> | undefined} */
		this.leaving = undefined;

		app.on("openInside", (path) => app.run(() => this.enter(path)));
		$("back").addEventListener("click", (/** @type {MouseEvent} */ event) => {
			if (event.detail < 2) this.back(); // a double click goes back once
		});
		app.on("opened", () => this.show());
		for (const name of ["replaced", "closed"]) app.on(name, () => { this.outer = []; });
	}

	/** show shows the button that leads back, if the open file is inside another file. */
	show() {
		const outer = this.outer.at(-1);
		$("back").hidden = !outer;
		$("back").textContent = outer ? visible(t("back", { name: outer.name })) : "";
	}

	/** unsaved returns the names of the files whose changes are not downloaded. */
	unsaved() {
		const { app } = this;
		const names = this.outer.filter((o) => o.journal.at !== o.kept).map((o) => o.name);
		return app.dirty ? [...names, app.file.name] : names;
	}

	/**
	 * enter opens the file in the value at a path.
	 * @param {string} path
	 */
	async enter(path) {
		const { app } = this;
		if (!(await app.flush())) return;
		const { journal, kept: saved, file: { name } } = app;
		const file = await app.call("openInside", { path });
		this.outer.push({ journal: journal.copy(), kept: saved, name, at: path });
		app.journal.then("openInside", { path }, true);
		app.kept = 0;
		app.tell("opened", { file });
	}

	/**
	 * back opens the file around the open file, and puts the changes into it. A second click does
	 * not do this again.
	 */
	back() {
		this.leaving ??= this.leave().finally(() => { this.leaving = undefined; });
		return this.leaving;
	}

	async leave() {
		const { app } = this;
		if (!(await app.flush())) return;
		const outer = /** @type {any} */ (this.outer.at(-1));
		const changed = app.file.changes > 0; // the outer file does not have these changes
		const answer = changed ? await this.whereTo(outer.name) : "discard";
		if (answer === "cancel") return;

		await app.run(async () => {
			const { engine } = app.file;
			const inner = answer === "put" &&
				(await app.call("save", { engine, container: "same" }));
			const file = await app.repeat(outer.journal);
			this.outer.pop();
			app.kept = outer.kept;
			app.tell("opened", { file, at: outer.at });
			if (inner) app.edited(await app.noted("setBlob", { path: outer.at }, inner.bytes));
		});
	}

	/**
	 * whereTo asks the user what to do with the changes of a file in a file.
	 * @param {string} name of the outer file
	 */
	whereTo(name) {
		return ask(t("putTitle"), t("putText", { name: this.app.file.name, outer: name }), [
			{ name: "put", label: t("putInto", { name }) },
			{ name: "discard", label: t("discard") }, { name: "cancel", label: t("cancel") },
		]);
	}
}
