// @ts-check
// Downloads: the same file, another engine or container, another form.

import { $, element, fault, folded, isolated, keep, options, bytesText } from "./dom.js";
import { errorText } from "./app.js";
import { dialog } from "./ask.js";
import { choice, language, t, told } from "./i18n.js";
import { linkTo, longestLink } from "./link.js";

/** @typedef {import("./app.js").App} App */

/** A Saver downloads the file. */
export class Saver {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		$("download").addEventListener("click", () => this.download());
		for (const id of ["download-as", "format"]) {
			$(id).addEventListener("click", () => this.dialog());
		}
		app.on("link", () => this.link());
	}

	/** download saves the file as it was: for the same engine, in the same container. */
	download() {
		return this.app.run(async () => {
			if (!(await this.app.flush())) return;
			await this.save({ engine: this.app.file.engine, container: "same" });
		});
	}

	/** @param {Record<string, any>} args */
	async save(args) {
		const { app } = this;
		const { bytes, name } = await app.call("save", args);
		keep(bytes, name);
		app.kept = app.journal.at;
		app.tell("saved");
		app.say(t("downloaded", { name, size: bytesText(bytes.length, language()) }),
			" " + t("backup"));
	}

	/** link shows a link that contains the file in its current state. */
	link() {
		const { app } = this;
		return app.run(async () => {
			if (!(await app.flush())) return;
			const { bytes, name } = await app.call("save",
				{ engine: app.file.engine, container: "same" });
			const link = await linkTo(location.href, name, bytes);
			const n = link.length;
			if (n > longestLink) app.problem(t("linkTooLong", { n, most: longestLink }));
			else this.showLink(link);
		});
	}

	/** @param {string} link */
	showLink(link) {
		const field = element("input", {
			id: "link", type: "text", readonly: true, "aria-label": t("linkTitle"),
		});
		field.value = link;
		const copy = element("button", {
			class: "main", id: "copy-link", onclick: () => this.app.run(async () => {
				field.select(); // so that the user can copy it if the browser refuses
				await navigator.clipboard.writeText(link);
				box.close();
				this.app.say(t("copied"));
			}),
		}, t("copy"));

		const box = dialog(t("linkTitle"), [
			element("p", {}, t("linkText")), field,
			element("p", { class: "hint" }, t("linkLength", { n: link.length })),
			element("p", { class: "buttons" },
				element("button", { onclick: () => box.close() }, t("close")), copy),
		], "link-dialog");
		copy.focus();
	}

	/** dialog asks for the engine and the container, and shows what the conversion changes. */
	async dialog() {
		const { app } = this;
		if (!app.file || !(await app.flush())) return;
		const labelled = (/** @type {any[]} */ list) =>
			list.map((c) => ({ name: c.name, label: choice(c) }));

		const engine = element("select", { id: "save-engine" });
		options(engine, labelled(app.file.engines), app.file.engine);
		const container = element("select", { id: "save-container" });
		options(container, labelled(app.file.containers), "same");
		const kind = element("select", { id: "save-kind" });
		options(kind, secretKinds());
		const secret = element("input", {
			id: "save-secret", type: "text", spellcheck: "false", autocomplete: "off",
			"aria-describedby": "save-error",
		});

		const secretFields = element("div", { class: "fields" }, field(t("encryptWith"), kind),
			field(t("secret"), secret, "wide"));
		const error = element("p", { class: "error", id: "save-error", role: "alert" });
		const report = element("p", { id: "report-count", role: "status" });
		const notes = element("ul", { id: "report", class: "report" });
		const args = () => ({
			engine: engine.value, container: container.value, kind: kind.value,
			secret: secret.value,
		});

		const describe = () => app.run(async () => {
			secretFields.hidden = container.value !== "encrypted";
			fault(secret, error, "");
			notes.replaceChildren();
			report.textContent = "";
			try {
				const told1 = await app.call("convert", args());
				report.textContent = told(told1.message);
				notes.append(...told1.notes.map((/** @type {any} */ note) =>
					element("li", {}, isolated(told(note)), ...folded(note))));
			} catch (why) {
				const failure = /** @type {any} */ (why);
				if (failure.lost) throw why;
				fault(container, error, errorText(failure));
			}
		});

		const submit = (/** @type {Event} */ event) => {
			event.preventDefault();
			fault(secret, error, "");
			app.run(async () => {
				try {
					await this.save(args());
					box.close();
				} catch (why) {
					const failure = /** @type {any} */ (why);
					if (failure.lost) throw why;
					const field = failure.field === "secret" ? secret : container;
					fault(field, error, errorText(failure));
					field.focus();
				}
			});
		};

		const form = element("form", { id: "save-form", onsubmit: submit },
			element("div", { class: "fields" }, field(t("forEngine"), engine),
				field(t("asContainer"), container)),
			secretFields, error, report, notes,
			element("p", { class: "buttons" },
				element("button", {
					type: "button", onclick: () => app.run(async () => {
						const { bytes, name } = await app.call("patch");
						keep(bytes, name);
					}),
				}, t("downloadPatch")),
				element("button", {
					type: "button", onclick: () => {
						box.close();
						this.link();
					},
				}, t("link")),
				element("span", { class: "space" }),
				element("button", { type: "button", onclick: () => box.close() }, t("cancel")),
				element("button", { class: "main", id: "save" }, t("download"))));

		const box = dialog(t("downloadAs"), [form], "save-dialog");
		engine.addEventListener("change", describe);
		container.addEventListener("change", describe);
		engine.focus();
		await describe();
	}
}

/** secretKinds returns the kinds of secrets that encrypt a file. */
export function secretKinds() {
	return [{ name: "password", label: t("password") }, { name: "key", label: t("keyOf32Bytes") }];
}

/**
 * @param {string} label
 * @param {any} input
 * @param {string} [name] of its class
 */
function field(label, input, name = "") {
	return element("div", { class: "field " + name }, element("label", { for: input.id }, label),
		input);
}
