// @ts-check
// The ways to open a file: the user chooses, drops or pastes a file, opens a sample, or opens a
// link that contains a file.

import { $, element } from "./dom.js";
import { errorText } from "./app.js";
import { request } from "./ask.js";
import { member, t } from "./i18n.js";
import { fileOf, fragment, setFragment } from "./link.js";

/** @typedef {import("./app.js").App} App */

/** The names of the samples. */
const samples = ["rpg", "tiles", "secret"];

/** Ways are the ways to open a file. */
export class Ways {
	/**
	 * @param {App} app
	 * @param {import("./open.js").Opener} opener
	 */
	constructor(app, opener) {
		this.app = app;
		this.opener = opener;
		this.addressed = false; // the open file is the file in the address
		this.chooser();
		this.drop();
		this.samples();

		app.on("paste", () => app.run(() => this.paste()));
		app.on("replaced", () => { if (!this.addressed) forgetAddress(); });
		addEventListener("hashchange", () => this.fromAddress());
	}

	chooser() {
		const field = $("file");
		field.addEventListener("change", async () => {
			await this.file(field.files[0]);
			field.value = ""; // the same file may be chosen again
		});
	}

	/** @param {File | undefined} chosen */
	async file(chosen) {
		if (!chosen || !(await this.opener.discard())) return;
		await this.app.run(async () => {
			const bytes = new Uint8Array(await chosen.arrayBuffer());
			await this.opener.open("open", { name: chosen.name }, bytes);
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
		if (!(await this.opener.discard())) return;
		await request(t("paste"), [{ name: "text", label: t("pasteLabel") }], t("openBytes"),
			async ({ text }) => {
				const file = await this.app.call("paste", { text }).catch((error) => {
					throw { shown: errorText(error) };
				});
				this.opener.opened(file, { name: "paste", args: { text } });
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
		if (!(await this.opener.discard())) return;
		await this.app.run(() => this.opener.open("sample", { name }));
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
		if (!(await this.opener.discard())) {
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
			await this.opener.open("open", { name: carried.name }, carried.bytes);
			const isOpen = app.journal.steps[0]?.bytes === carried.bytes && !app.file.locked;
			if (isOpen) app.say(t("opened", { name: carried.name }), " " + t("linkOpened"));
		});
	}
}

/** forgetAddress removes the sample or the save from the address. */
function forgetAddress() {
	const said = fragment();
	for (const name of ["sample", "name", "save"]) said.delete(name);
	setFragment(said);
}
