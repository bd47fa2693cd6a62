// @ts-check
// How a file is opened in place of the open file, after a question about the changes of the open
// file.

import { errorText } from "./app.js";
import { ask } from "./ask.js";
import { choice, t } from "./i18n.js";
import { Journal } from "./journal.js";

/** @typedef {import("./app.js").App} App */

/** An Opener opens files. */
export class Opener {
	/**
	 * @param {App} app
	 * @param {import("./inside.js").Inside} inside
	 */
	constructor(app, inside) {
		this.app = app;
		this.inside = inside;
		app.on("readAs", (engine) => this.readAs(engine));
	}

	/** discard asks the user before changes are lost. It reports whether they may be lost. */
	async discard() {
		return (await this.app.flush()) && this.lose(this.inside.unsaved());
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
	 * open calls the program and shows the file. After an error the earlier file stays open.
	 * @param {string} name
	 * @param {Record<string, any>} args
	 * @param {Uint8Array} [bytes]
	 */
	async open(name, args, bytes) {
		if (this.app.program.busy) this.app.program.end();
		const step = { name, args, bytes };
		try {
			this.opened(await this.app.call(name, args, bytes), step);
		} catch (error) {
			await this.refused(/** @type {any} */ (error), step);
		}
	}

	/**
	 * refused offers other ways to open a file that the program has refused.
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
	 * opened shows the file that the program has opened.
	 * @param {any} file
	 * @param {...import("./journal.js").Step} steps
	 */
	opened(file, ...steps) {
		const { app } = this;
		const [first, ...more] = steps;
		app.tell("replaced");
		app.journal = new Journal();
		app.journal.open(first.name, first.args, first.bytes);
		for (const { name, args } of more) app.journal.then(name, args, false);
		app.kept = 0;
		app.tell("opened", { file });
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

	/** salvage makes a file from the readable part of a damaged file. */
	async salvage() {
		const { app } = this;
		const file = await app.call("salvage");
		app.journal.then("salvage", {}, true);
		app.kept = -1; // the new file was never downloaded
		app.tell("opened", { file });
	}
}
