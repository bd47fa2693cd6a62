// @ts-check The open file and the calls of the program, which all parts of the page use.

import { $, show } from "./dom.js";
import { Journal } from "./journal.js";
import { Program } from "./program.js";
import { member, t, told } from "./i18n.js";

/** @typedef {import("./program.js").Failure} Failure */
/** @typedef {{label: string, main?: boolean, do: () => void}} Action */

/** An App has the state that the parts of the page share. */
export class App extends EventTarget {
	constructor() {
		super();
		/** @type {any} the program's description of the open file */
		this.file = null;
		this.selected = "$";
		this.journal = new Journal();
		this.kept = 0; // the number of edits in the file of the last download
		this.running = 0; // the number of running calls of run
		this.lost = false; // the program has lost the file, which can be opened again
		/** @type {Set<import("./draft.js").Draft>} the drafts of the shown fields */
		this.drafts = new Set();
		/** @type {Promise<any>} ends when the running edits are in the journal */
		this.noting = Promise.resolve();
		/** @type {(path: string) => Promise<void>} selects a value in the tree */
		this.reveal = async () => {};
		this.program = new Program(makeWorker, load, (at) => this.progress(at));
		this.on("opened", ({ file }) => this.begin(file));
		this.on("closed", () => this.begin(null));
	}

	// ---- events, such as "opened", "edited" and "selected"

	/**
	 * @param {string} name
	 * @param {(detail: any) => void} listener
	 */
	on(name, listener) {
		this.addEventListener(name, (event) =>
			listener(/** @type {CustomEvent} */ (event).detail));
	}

	/**
	 * @param {string} name
	 * @param {any} [detail]
	 */
	tell(name, detail) {
		this.dispatchEvent(new CustomEvent(name, { detail }));
	}

	// ---- calls

	/**
	 * call calls the program.
	 * @param {string} name
	 * @param {object} [args]
	 * @param {Uint8Array} [bytes]
	 */
	call(name, args = {}, bytes) {
		return this.program.call(name, args, bytes);
	}

	/**
	 * run runs a function that may take long. It shows an error that no other part of the page
	 * shows.
	 * @param {() => Promise<any>} work
	 */
	async run(work) {
		if (this.running++ === 0) this.solve();
		$("main").setAttribute("aria-busy", "true");
		const slow = setTimeout(() => this.progress({}), 500);
		try {
			return await work();
		} catch (error) {
			this.fail(/** @type {Failure} */ (error));
		} finally {
			clearTimeout(slow);
			if (--this.running === 0) {
				$("work").hidden = true;
				$("main").removeAttribute("aria-busy");
			}
		}
		return undefined;
	}

	/** @param {{key?: string, done?: number, total?: number}} at */
	progress({ key, done, total }) {
		const dialogs = document.querySelectorAll("dialog[open]");
		// An open dialog may wait for the user, and not for the program.
		if (this.running === 0 || !key && dialogs.length > 0) return;
		// Of several dialogs, only the last one can be clicked.
		const place = dialogs.item(dialogs.length - 1) ?? document.body;
		if ($("work").parentNode !== place) place.append($("work"));
		$("work").hidden = false;
		const bar = $("progress");
		if (total) {
			bar.max = total;
			bar.value = done ?? 0;
		} else {
			bar.removeAttribute("value");
		}
		show($("work-text"), key ? member("progress", key) : t("working"));
	}

	/** @param {Failure} error */
	fail(error) {
		this.lost ||= Boolean(error.lost);
		if (error.code === "stopped") {
			if (error.lost) this.recover();
			else this.say(told(error.said));
			return;
		}

		if (error.lost) {
			const actions = [{ label: t("close"), do: () => this.close() }];
			if (this.file) {
				actions.unshift({ label: t("reopen"), do: () => this.recover() });
			}
			this.problem(error.code === "ended" ? t("programEnded") : t("programFailed"), actions);
			return;
		}
		if (error.code === "cannot-start") this.problem(t("cannotStart", { why: error.message }));
		else this.problem(errorText(error));
	}

	/** recover opens the file again and repeats the edits. */
	async recover() {
		if (!this.file) return;
		await this.run(async () => {
			const at = this.selected;
			const typed = this.typed();
			const opened = await this.repeat(this.journal);
			this.tell("opened", { file: opened, at, typed });
			this.say(t("openedAgain"));
		});
	}

	/**
	 * repeat runs the calls of a journal.
	 * @param {Journal} journal
	 */
	async repeat(journal) {
		/** @type {any} */
		let opened;
		for (const { name, args, bytes } of journal.plan()) {
			const answer = await this.call(name, args, bytes);
			opened = name === "replay" ? { ...opened, ...answer } : answer;
		}
		this.journal = journal;
		return opened;
	}

	// ---- the file

	/** dirty reports whether there are changes that were not downloaded. */
	get dirty() {
		return this.file !== null && !this.file.locked && this.journal.at !== this.kept;
	}

	/**
	 * flush applies the typed texts. Before that it waits until the journal has the edits that are
	 * running. It reports whether the fields can be left.
	 */
	async flush() {
		await this.noting;
		for (const draft of [...this.drafts]) {
			if (!(await draft.leave())) return false;
		}
		return true;
	}

	/**
	 * begin makes a file the open file, and forgets the fields of the earlier file.
	 * @param {any} file
	 */
	begin(file) {
		this.file = file;
		this.lost = false;
		this.drafts.clear();
	}

	/** typed returns the texts that are typed and not applied. */
	typed() {
		return [...this.drafts].filter((draft) => draft.typed).map((draft) => draft.state);
	}

	/**
	 * edit runs an edit, and tells the result to the parts of the page.
	 * @param {Record<string, any>} args
	 */
	edit(args) {
		return this.note(async () => {
			const edited = await this.call("edit", args);
			if (edited.changed !== false) this.journal.edit(args);
			this.edited(edited);
			return edited;
		});
	}

	/**
	 * note runs an edit. The method flush waits for the edit.
	 * @param {() => Promise<any>} edit
	 */
	note(edit) {
		const answer = edit();
		this.noting = Promise.allSettled([this.noting, answer]);
		return answer;
	}

	/** @param {any} edited */
	edited(edited) {
		Object.assign(this.file, {
			changes: edited.changes, canUndo: edited.canUndo, canRedo: edited.canRedo,
		});
		this.say(told(edited.message));
		this.tell("edited", edited);
	}

	undo() {
		return this.step("undo", () => this.file?.canUndo);
	}

	redo() {
		return this.step("redo", () => this.file?.canRedo);
	}

	/**
	 * step undoes an edit or does it again. Before that it applies the typed texts.
	 * @param {"undo" | "redo"} name
	 * @param {() => boolean} can
	 */
	async step(name, can) {
		await this.run(async () => {
			if (!(await this.flush()) || !can()) return;
			const edited = await this.call(name);
			this.journal[name]();
			this.edited(edited);
		});
	}

	/**
	 * revert takes a change back.
	 * @param {string} path
	 * @param {string} [kind] of the change; if it is missing, the kind of the change at the path
	 */
	async revert(path, kind) {
		this.edited(await this.noted("revert", { path, kind }));
	}

	/**
	 * take sets values to their values in the compared file.
	 * @param {string[]} paths
	 */
	async take(paths) {
		this.edited(await this.noted("take", { paths }));
	}

	/**
	 * noted runs a call that edits the file, and notes the edits that the program returns.
	 * @param {string} name
	 * @param {object} args
	 * @param {Uint8Array} [bytes]
	 */
	noted(name, args, bytes) {
		return this.note(async () => {
			const before = this.journal.at;
			const edited = await this.call(name, args, bytes);
			const { edits } = await this.call("journal");
			for (const edit of edits.slice(before)) this.journal.edit(edit);
			return edited;
		});
	}

	close() {
		this.tell("closed");
	}

	// ---- words

	/** @param {...string} texts */
	say(...texts) {
		show($("status"), ...texts);
	}

	/**
	 * copy copies a text.
	 * @param {string | Promise<string>} text
	 */
	copy(text) {
		return this.run(async () => {
			await navigator.clipboard.writeText(await text);
			this.say(t("copied"));
		});
	}

	/**
	 * problem shows an error in sight, wherever the page is scrolled to.
	 * @param {string | import("./dom.js").Problem} problem
	 * @param {Action[]} [actions]
	 */
	problem(problem, actions = []) {
		show($("problem"), problem);
		$("problem-actions").replaceChildren(...actions.map((action) => {
			const button = document.createElement("button");
			button.textContent = action.label;
			button.onclick = () => {
				this.solve();
				action.do();
			};
			return button;
		}));
		$("toast").hidden = false;
	}

	/** solve removes the shown error. */
	solve() {
		$("toast").hidden = true;
		$("problem").replaceChildren();
	}
}

/**
 * errorText returns the text that the page shows for an error: a sentence in the language of the
 * reader, and the words of the program.
 * @param {Failure} error
 * @returns {import("./dom.js").Problem}
 */
export function errorText(error) {
	const { said, detail, message } = error;
	return { text: said ? told(said) : message ?? String(error), detail };
}

/** makeWorker starts a worker. Its code is in the page. */
function makeWorker() {
	const parts = [$("wasm-exec").textContent, ";\n", $("worker").textContent];
	const address = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
	const worker = new Worker(address);
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
	return worker;
}

/**
 * load returns the program: from its own file, or from the end of the page.
 * @returns {Promise<import("./program.js").Source>}
 */
async function load() {
	if (document.readyState === "loading") {
		await new Promise((go) => addEventListener("DOMContentLoaded", go, { once: true }));
	}
	const { from } = $("wasm").dataset;
	if (from) {
		const compiled = () => WebAssembly.compileStreaming(fetch(from));
		return { module: await compiled().catch(compiled) }; // tries again after a lost connection
	}
	return { packed: $("wasm").textContent };
}
