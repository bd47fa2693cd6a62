// @ts-check
// The views of a file as text: text, JSON, and code for other programs.

import { $, keep, options } from "./dom.js";
import { errorText } from "./app.js";
import { Lines } from "./lines.js";

/** @typedef {import("./app.js").App} App */

/** A TextView shows a long text. It loads the text page by page while the user scrolls. */
export class TextView {
	/**
	 * @param {App} app
	 * @param {"text" | "json"} name of the view
	 */
	constructor(app, name) {
		this.app = app;
		this.name = name;
		this.lines = new Lines(app, $(name + "-lines"), () => this.page());
		this.select = $(name + "-kind");
		/** @type {any} */
		this.next = undefined;
		this.fresh = false;
		this.turn = 0;

		this.select.addEventListener("change", () => app.run(() => this.begin()));
		const whole = () => app.call("whole", { kind: this.select.value });
		this.button("copy").addEventListener("click", () => app.copy(
			whole().then(({ bytes }) => new TextDecoder().decode(bytes))));
		this.button("keep").addEventListener("click", () => app.run(async () => {
			const { bytes, name: file } = await whole();
			keep(bytes, file);
		}));
		app.on("opened", () => { this.fresh = false; });
		app.on("edited", () => { this.fresh = false; });
		onWidth(this.lines.place, () => this.fresh && app.run(() => this.begin()));
	}

	/** @param {string} what */
	button(what) {
		return /** @type {HTMLElement} */ (document.querySelector(`[data-${what}="${this.name}"]`));
	}

	async show() {
		if (!this.fresh) await this.begin();
	}

	async begin() {
		this.turn++;
		this.next = undefined;
		this.lines.begin(this.name);
		await this.page();
		this.fresh = true;
	}

	async page() {
		const { turn } = this;
		const from = this.next;
		try {
			const page = await this.app.call("view", { kind: this.select.value, from });
			if (turn !== this.turn || from !== this.next) return; // the view has begun again
			this.next = page.next;
			this.lines.add(page.text, page.more);
		} catch (error) { // the value has no such text
			const failure = /** @type {any} */ (error);
			if (failure.lost || failure.code === "stopped") throw error;
			this.lines.add(errorText(failure).text, false);
		}
	}
}

/** The language of each kind of code. */
const codes = { gdscript: "gdscript", go: "go", schema: "json" };

/** A CodeView shows code for other programs that read this file. */
export class CodeView {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.lines = new Lines(app, $("code-lines"));
		options($("code-kind"), [
			{ name: "gdscript", label: "GDScript" }, { name: "go", label: "Go" },
			{ name: "schema", label: "JSON Schema" },
		], "gdscript");
		$("code-kind").addEventListener("change", () => app.run(() => this.show()));
		$("code-copy").addEventListener("click", () => app.copy(this.lines.fold.text()));
		onWidth(this.lines.place, () => app.file && app.run(() => this.show()));
	}

	async show() {
		const kind = /** @type {keyof typeof codes} */ ($("code-kind").value);
		const { text } = await this.app.call("code", { kind });
		this.lines.begin(/** @type {any} */ (codes[kind]));
		this.lines.add(text, false);
	}
}

/**
 * onWidth runs a function when the width of an element has changed, such as after a phone was
 * turned.
 * @param {HTMLElement} place
 * @param {() => void} work
 */
function onWidth(place, work) {
	let width = 0;
	let timer = 0;
	new ResizeObserver(() => {
		const now = place.offsetWidth;
		if (now === 0 || now === width) return;
		clearTimeout(timer);
		if (width > 0) timer = setTimeout(work, 200);
		width = now;
	}).observe(place);
}
