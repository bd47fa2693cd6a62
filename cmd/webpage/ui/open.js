// @ts-check
// Opening a file: chosen, dropped, pasted, a sample, with a password, again after a reload.

import { $, element, fault, folded, visible } from "./dom.js";
import { errorText } from "./app.js";
import { ask, request } from "./ask.js";
import { readerSelect } from "./format.js";
import { choice, member, t, told } from "./i18n.js";
import { Journal } from "./journal.js";
import { fileOf, fragment, setFragment } from "./link.js";

/** @typedef {import("./app.js").App} App */

/** The names of what is kept for a reload, and the longest that browsers keep. */
const kept = "work";
const keptTyped = "typed";
const longestKept = 4_000_000;

/** The names of the samples. */
const samples = ["rpg", "tiles", "secret"];

/** An Opener opens files. */
export class Opener {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		/**
		 * @type {{journal: Journal, kept: number, name: string, at: string}[]} the files in which
		 * the open one is, each with the path of the next
		 */
		this.outer = [];
		this.addressed = false; // the file is opened that the address names
		this.chooser();
		this.drop();
		this.lock();
		this.samples();
		this.restoring();

		app.on("paste", () => this.paste());
		app.on("readAs", (engine) => this.readAs(engine));
		app.on("openInside", (path) => app.run(() => this.inside(path)));
		addEventListener("beforeunload", (event) => {
			const typed = app.typed().length > 0 || document.querySelector("dialog .typed");
			if ((typed || this.unsaved().length > 0) && !this.keeps) event.preventDefault();
		});
		$("back").addEventListener("click", () => this.back());
		app.on("opened", () => {
			const outer = this.outer.at(-1);
			$("back").hidden = !outer;
			$("back").textContent = outer ? visible(t("back", { name: outer.name })) : "";
		});
		app.on("closed", () => { this.outer = []; });
		addEventListener("hashchange", () => this.fromAddress());
	}

	/** discard asks before changes are lost. */
	async discard() {
		return (await this.app.flush()) && this.lose(this.unsaved());
	}

	/** unsaved returns the names of the files whose changes are not downloaded. */
	unsaved() {
		const { app } = this;
		const names = this.outer.filter((o) => o.journal.at !== o.kept).map((o) => o.name);
		return app.dirty ? [...names, app.file.name] : names;
	}

	/**
	 * lose asks before the changes of files are lost.
	 * @param {string[]} names
	 */
	async lose(names) {
		if (names.length === 0) return true;
		const name = names.join(", ");
		const answer = await ask(t("discardTitle"), t("discardText", { name }), [
			{ name: "discard", label: t("discard") }, { name: "cancel", label: t("cancel") },
		]);
		return answer === "discard";
	}

	/**
	 * open calls the program and shows the file. A file that can't be opened leaves the one before.
	 * @param {string} name
	 * @param {Record<string, any>} args
	 * @param {Uint8Array} [bytes]
	 */
	async open(name, args, bytes) {
		if (this.app.program.busy) this.app.program.stop();
		const step = { name, args, bytes };
		try {
			this.opened(await this.app.call(name, args, bytes), step);
		} catch (error) {
			await this.refused(/** @type {any} */ (error), step);
		}
	}

	/**
	 * refused offers what can be done with a file that is not opened.
	 * @param {any} error
	 * @param {import("./journal.js").Step} step
	 */
	async refused(error, step) {
		const { app } = this;
		const { params = {} } = error;
		const again = (/** @type {Record<string, any>} */ args) => app.run(async () => {
			const opened = await app.call("retry", args);
			this.opened(opened, step, { name: "retry", args });
		});

		if (error.code === "budget") {
			app.problem(errorText(error), [
				{ label: t("openAnyway"), do: () => again({ budget: params.bytes }) },
			]);
		} else if (error.code === "unknown") {
			app.problem(errorText(error), params.readers.slice(0, 4).map(
				(/** @type {any} */ reader) => ({
					label: t("readAs", { name: choice(reader) }),
					do: () => again({ engine: reader.name }),
				})));
		} else {
			throw error;
		}
	}

	/**
	 * opened shows what the program says about a file.
	 * @param {any} file
	 * @param {...import("./journal.js").Step} steps
	 */
	opened(file, ...steps) {
		const { app } = this;
		const [first, ...more] = steps;
		this.outer = [];
		if (!this.addressed) forgetAddress();
		app.journal = new Journal();
		app.journal.open(first.name, first.args, first.bytes);
		for (const { name, args } of more) app.journal.then(name, args, false);
		app.kept = 0;
		app.tell("opened", { file });
	}

	// ---- ways to open

	chooser() {
		const field = $("file");
		field.addEventListener("change", async () => {
			await this.file(field.files[0]);
			field.value = ""; // the same file may be chosen again
		});
	}

	/** @param {File | undefined} chosen */
	async file(chosen) {
		if (!chosen || !(await this.discard())) return;
		await this.app.run(async () => {
			const bytes = new Uint8Array(await chosen.arrayBuffer());
			await this.open("open", { name: chosen.name }, bytes);
		});
	}

	drop() {
		const has = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
		addEventListener("dragover", (event) => {
			if (!has(event)) return;
			event.preventDefault();
			$("over").hidden = false;
		});
		addEventListener("dragleave", (event) => {
			if (!event.relatedTarget) $("over").hidden = true;
		});
		addEventListener("drop", (event) => {
			$("over").hidden = true;
			if (!has(event)) return;
			event.preventDefault();
			this.file(event.dataTransfer?.files[0]);
		});
	}

	async paste() {
		if (!(await this.discard())) return;
		await request(t("paste"), [{ name: "text", label: t("pasteLabel") }], t("openBytes"),
			async ({ text }) => {
				const file = await this.app.call("paste", { text }).catch((error) => {
					throw { shown: errorText(error) };
				});
				this.opened(file, { name: "paste", args: { text } });
			});
	}

	samples() {
		for (const name of samples) {
			$("samples").append(element("button", {
				class: "sample", type: "button", "data-sample": name,
				onclick: () => this.sample(name),
			}, element("b", {}, member("sample", name)),
			element("small", {}, member("sampleText", name))));
		}
	}

	/** @param {string} name */
	async sample(name) {
		if (!(await this.discard())) return;
		await this.app.run(() => this.open("sample", { name }));
	}

	/**
	 * fromAddress opens the sample that the address names, or the save that it carries. The address
	 * stays as it is until another file is opened, so that a reload shows the save again.
	 */
	async fromAddress() {
		const said = fragment();
		const sample = said.get("sample") ?? "";
		this.addressed = true;
		if (samples.includes(sample)) await this.sample(sample);
		else if (said.has("save")) await this.link(said);
		this.addressed = false;
	}

	/**
	 * link opens the save that a link carries.
	 * @param {URLSearchParams} said
	 */
	async link(said) {
		const { app } = this;
		if (!(await this.discard())) {
			forgetAddress();
			return;
		}
		await app.run(async () => {
			const carried = await fileOf(said);
			if (!carried) {
				forgetAddress();
				app.problem(t("linkBroken"));
				return;
			}
			await this.open("open", { name: carried.name }, carried.bytes);
			const isOpen = app.journal.steps[0]?.bytes === carried.bytes && !app.file.locked;
			if (isOpen) app.say(t("opened", { name: carried.name }), " " + t("linkOpened"));
		});
	}

	// ---- passwords, engines, files in files

	lock() {
		const field = $("lock-secret");
		$("lock-form").addEventListener("submit", (/** @type {Event} */ event) => {
			event.preventDefault();
			fault(field, $("lock-error"), "");
			this.app.run(async () => {
				const args = { kind: $("lock-kind").value, secret: field.value };
				try {
					const file = await this.app.call("unlock", args);
					this.app.journal.then("unlock", args, false);
					field.value = "";
					this.app.tell("opened", { file });
				} catch (error) {
					const failure = /** @type {any} */ (error);
					if (failure.lost) throw error;
					fault(field, $("lock-error"), errorText(failure));
					field.focus();
				}
			});
		});
	}

	/** @param {string} engine */
	async readAs(engine) {
		const { app } = this;
		if (!(await this.discard())) return;
		await app.run(async () => {
			const file = await app.call("readAs", { engine });
			app.journal.then("readAs", { engine }, false);
			app.kept = 0;
			app.tell("opened", { file });
		});
	}

	/** @param {string} path */
	async inside(path) {
		const { app } = this;
		if (!(await app.flush())) return;
		const { journal, kept: saved, file: { name } } = app;
		const file = await app.call("openInside", { path });
		this.outer.push({ journal: journal.copy(), kept: saved, name, at: path });
		app.journal.then("openInside", { path }, true);
		app.kept = 0;
		app.tell("opened", { file });
	}

	/** back opens the file in which the open one is, and puts the changes into it. */
	async back() {
		const { app } = this;
		if (!(await app.flush())) return;
		const outer = this.outer[this.outer.length - 1];
		const changed = app.journal.at > 0; // downloaded or not, the outer file lacks them
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
	 * whereTo asks what becomes of the changes of a file in a file.
	 * @param {string} name of the outer file
	 */
	whereTo(name) {
		return ask(t("putTitle"), t("putText", { name: this.app.file.name, outer: name }), [
			{ name: "put", label: t("putInto", { name }) },
			{ name: "discard", label: t("discard") }, { name: "cancel", label: t("cancel") },
		]);
	}

	/** salvage makes a file of what could be read of a damaged one. */
	async salvage() {
		const { app } = this;
		const file = await app.call("salvage");
		app.journal.then("salvage", {}, true);
		app.kept = -1; // it was never downloaded
		app.tell("opened", { file });
	}

	// ---- a reload

	get keeps() {
		return $("keep-work").checked && sessionStorage.getItem(kept) !== null;
	}

	restoring() {
		const { app } = this;
		const box = $("keep-work");
		box.addEventListener("change", () => this.keep());
		app.on("edited", () => this.keep());
		app.on("opened", () => this.keep());
		app.on("typed", () => this.keepTyped());

		const work = stored(kept);
		if (!work) return;
		const { name, journal, outer = [] } = JSON.parse(work);
		const typed = JSON.parse(stored(keptTyped) ?? "[]");
		$("restore").hidden = false;
		$("restore-text").textContent = t("restoreText", { name: visible(name) });
		$("restore-yes").addEventListener("click", () => {
			$("restore").hidden = true;
			box.checked = true;
			app.run(async () => {
				const file = await app.repeat(Journal.unpack(journal));
				this.outer = outer.map((/** @type {any} */ o) =>
					({ ...o, journal: Journal.unpack(o.journal) }));
				app.tell("opened", { file, typed });
			});
		});
		$("restore-no").addEventListener("click", () => {
			$("restore").hidden = true;
			this.forget();
			this.fromAddress();
		});
	}

	forget() {
		sessionStorage.removeItem(kept);
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
		this.store(kept, {
			name: app.file.name, journal: app.journal.pack(),
			outer: this.outer.map((o) => ({ ...o, journal: o.journal.pack() })),
		});
		this.keepTyped();
	}

	/** keepTyped keeps what is typed and not applied. */
	keepTyped() {
		if (this.keeps) this.store(keptTyped, this.app.typed());
	}

	/**
	 * store keeps something in the tab, or says that it is too long.
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

/** forgetAddress takes the file out of the address: it is no longer the open one. */
function forgetAddress() {
	const said = fragment();
	for (const name of ["sample", "name", "save"]) said.delete(name);
	setFragment(said);
}

/** @param {string} name */
function stored(name) {
	try {
		return sessionStorage.getItem(name);
	} catch { // the browser has none for this page
		return null;
	}
}

/**
 * warnings shows what is to be known about a file. One that several engines may have written comes
 * with the choice of the engine.
 * @param {App} app
 * @param {() => void} salvage
 */
export function warnings(app, salvage) {
	const { file } = app;
	const list = (file.warnings ?? []).map((/** @type {any} */ w) =>
		element("div", { class: "notice" }, element("p", {}, told(w)), ...folded(w.params),
			w.key === "warn.tie" && readerSelect(app, "read-tied")));
	if (file.damage) {
		list.unshift(element("div", { class: "notice", id: "damage" }, told(file.damage), " ",
			element("button", { type: "button", id: "salvage", onclick: salvage }, t("salvage")),
			...folded(file.damage.params)));
	}
	return list;
}
