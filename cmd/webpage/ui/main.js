// @ts-check The page: its parts, and the connections between them.

import { $, bytesText, element, show, visible } from "./dom.js";
import { App, errorText } from "./app.js";
import { request } from "./ask.js";
import { Editor } from "./editor.js";
import { showFormat } from "./format.js";
import { help } from "./help.js";
import { language, setLanguage, t, told, translate } from "./i18n.js";
import { Inside } from "./inside.js";
import { Keeper } from "./keeper.js";
import { fragment } from "./link.js";
import { lock } from "./lock.js";
import { languageSelect, menu } from "./menu.js";
import { Opener } from "./open.js";
import { Saver, secretKinds } from "./save.js";
import { Search } from "./search.js";
import { Table } from "./table.js";
import { CodeView, TextView } from "./textview.js";
import { TreeView } from "./tree.js";
import { BytesView, Differences, Tabs } from "./views.js";
import { warnings } from "./warnings.js";
import { Ways } from "./ways.js";

const wanted = fragment().get("lang");
setLanguage(wanted ? [wanted] : navigator.languages);
document.documentElement.lang = language();
document.title = t("title");
translate(document);

const app = new App();
const inside = new Inside(app);
const opener = new Opener(app, inside);
const ways = new Ways(app, opener);
const keeper = new Keeper(app, inside);
lock(app);
const tree = new TreeView(app);
new Saver(app);
new Search(app, tree);
const table = new Table(app);
const text = new TextView(app, "text");
const json = new TextView(app, "json");
const bytes = new BytesView(app);
const code = new CodeView(app);
new Editor(app);
app.reveal = (/** @type {string} */ path) => tree.reveal(path);

const changes = new Differences(app,
	{
		list: "changes", count: "changes-count", more: "more-changes", call: "changes",
		kinds: "change", none: "noChanges", some: "changeCount",
	},
	(change) => [element("button", {
		onclick: () => app.run(() => app.revert(change.path, change.kind)),
	}, t("do.revert"))]);

const differences = new Differences(app,
	{
		list: "differences", count: "compare-count", more: "more-differences", call: "differences",
		kinds: "compared", none: "noDifferences", some: "differenceCount",
	},
	(change) => (app.file.writable ? [element("button", {
		onclick: () => app.run(async () => {
			await app.take([change.path]);
			await differences.show();
		}),
	}, t(change.kind === "removed" ? "takeAway" : "takeValue"))] : []));

const tabs = new Tabs(app, {
	table: () => table.show(),
	text: () => text.show(),
	json: () => json.show(),
	dump: () => bytes.show(),
	code: () => code.show(),
	changes: () => changes.show(),
	compare: () => differences.show(),
});

// ---- the header

app.on("opened", ({ file }) => {
	$("start").hidden = true;
	$("lock").hidden = !file.locked;
	$("document").hidden = file.locked;
	document.body.classList.toggle("empty", file.locked);
	document.title = visible(file.name) + " – " + t("title");
	$("side").classList.add("closed");
	tabs.offer("table", false);
	tabs.offer("compare", false);
	if (file.locked) {
		$("lock-kind").value = "password";
		$("lock-title").replaceChildren(element("bdi", {}, t("locked", { name: file.name })));
		$("lock-secret").focus();
		return;
	}

	show($("name"), file.name);
	$("name").title = visible(file.name);
	$("size").textContent = bytesText(file.size, language());
	showFormat(file);
	$("warnings").replaceChildren(...warnings(app, () => app.run(() => opener.salvage())));
	$("download").disabled = $("download-as").disabled = !file.writable;
	state();
	app.say(t("opened", { name: file.name }));
	app.run(async () => { // a separate task, because setting the focus lays out the page
		await new Promise((go) => setTimeout(go));
		$("tree").focus({ preventScroll: true });
	});
});

app.on("edited", () => {
	state();
	if (tabs.chosen === "changes") app.run(() => changes.show());
	else if (["text", "json", "code"].includes(tabs.chosen)) tabs.choose(tabs.chosen);
});
app.on("saved", state);

app.on("closed", () => {
	document.body.classList.add("empty");
	document.title = t("title");
	$("document").hidden = $("lock").hidden = true;
	$("start").hidden = false;
});

/** state enables the buttons for undo and redo, and shows whether the file has changed. */
function state() {
	const { file } = app;
	$("undo").disabled = !file.canUndo;
	$("redo").disabled = !file.canRedo;
	const n = file.changes;
	$("change-line").textContent = n === 0 ? t("noChanges") : t("changeCount", { n });
	$("change-line").disabled = n === 0;
	document.title = (app.dirty ? "● " : "") + visible(file.name) + " – " + t("title");
}

const control = navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl+";
$("keys").textContent = [
	`${control}Z ${t("undo")}`, `${control}F ${t("find")}`, `${control}S ${t("download")}`,
	t("keysHint"),
].join(" · ");

$("undo").addEventListener("click", () => app.undo());
$("redo").addEventListener("click", () => app.redo());
$("change-line").addEventListener("click", () => tabs.choose("changes"));
$("help-button").addEventListener("click", () => help());
$("stop").addEventListener("click", () => app.program.busy && app.program.stop());
$("problem-close").addEventListener("click", () => app.solve());

$("language-place").append(languageSelect("language", app));
$("menu-button").addEventListener("click", () => menu(app));

// ---- between the views

app.on("selected", async ({ path }) => {
	if (tabs.chosen === "table") return;
	const { guesses } = await app.call("about", { path }).catch(() => ({ guesses: [] }));
	if (path !== app.selected) return;
	const list = guesses.some((/** @type {any} */ g) => g.key === "about.table");
	tabs.offer("table", list);
	if (list) table.path = path;
});

app.on("command", (name) => {
	if (name !== "table") return;
	app.run(async () => {
		if (!(await app.flush())) return;
		tabs.offer("table", true);
		tabs.show("table");
		await table.begin(app.selected);
	});
});

app.on("go", (path) => app.run(async () => {
	tabs.show("tree");
	await tree.reveal(path);
	$("tree").focus({ preventScroll: true });
}));

// ---- another file

$("compare-button").addEventListener("click", () => $("other").click());
$("other").addEventListener("change", () => {
	const chosen = $("other").files[0];
	if (chosen) app.run(() => compare(chosen));
});

/** @param {File} chosen */
async function compare(chosen) {
	if (!(await app.flush())) return;
	const data = new Uint8Array(await chosen.arrayBuffer());
	$("other").value = "";
	const answer = await app.call("compare", { name: chosen.name }, data);
	if (!answer.locked) {
		compared(chosen.name);
		return;
	}
	await request(t("locked", { name: chosen.name }), [
		{
			name: "kind", label: t("openWith"),
			choices: secretKinds(),
		},
		{ name: "secret", label: t("secret") },
	], t("unlock"), async ({ kind, secret }) => {
		try {
			await app.call("compare", { name: chosen.name, kind, secret }, data);
		} catch (error) {
			throw { field: "secret", shown: errorText(/** @type {any} */ (error)) };
		}
		compared(chosen.name);
	});
}

$("patch").addEventListener("change", () => {
	const chosen = $("patch").files[0];
	if (chosen) app.run(() => applyChanges(chosen));
});

/**
 * applyChanges makes the edits of a file that “Download only the changes” has saved.
 * @param {File} chosen
 */
async function applyChanges(chosen) {
	if (!(await app.flush())) return;
	const text = await chosen.text();
	$("patch").value = "";
	const edits = editsOf(text);
	if (!edits) {
		app.problem(t("noPatch", { name: chosen.name }));
		return;
	}
	const answer = await app.noted("replay", { edits });
	app.edited(answer);
	const detail = answer.failed.map((/** @type {any} */ f) => told(f.error)).join("\n");
	if (detail) app.problem({ text: told(answer.message), detail });
}

/**
 * editsOf returns the edits in the text of a file, or null.
 * @param {string} text
 */
function editsOf(text) {
	try {
		const { edits } = JSON.parse(text);
		return Array.isArray(edits) ? edits : null;
	} catch { // the text is no JSON
		return null;
	}
}

/** @param {string} name of the other file */
function compared(name) {
	show($("compare-here"), "− " + t("compareHere", { name: app.file.name }));
	show($("compare-there"), "+ " + t("compareThere", { name }));
	tabs.offer("compare", true);
	tabs.choose("compare");
}

// ---- keys of the page

addEventListener("keydown", (event) => {
	if (document.querySelector("dialog[open]")) return;
	const field = /** @type {Element} */ (event.target).closest(
		"input:not([type=checkbox]), textarea");
	if (event.key === "?" && !field) {
		event.preventDefault();
		$("help-button").click();
		return;
	}
	if (event.key === "Escape") app.solve();
	if (!(event.ctrlKey || event.metaKey) || event.altKey) return;

	const key = event.key.toLowerCase();
	/** @type {Record<string, () => void>} */
	const open = {
		f: () => { $("find").focus(); $("find").select(); },
		s: () => $("download").click(),
	};
	/** @type {Record<string, () => void>} */
	const edits = {
		z: () => (event.shiftKey ? app.redo() : app.undo()),
		y: () => app.redo(),
	};
	const always = { o: () => $("file").click() };

	const typed = field && typedIn(field);
	const work = always[/** @type {"o"} */ (key)] ??
		(app.file && !app.file.locked ? open[key] ?? (typed ? undefined : edits[key]) : undefined);
	if (!work) return;
	event.preventDefault();
	work();
});

/**
 * typedIn reports whether Ctrl+Z in a field undoes the typing in the field, and not the last edit.
 * @param {Element} field
 */
function typedIn(field) {
	const draft = [...app.drafts].find((d) => d.spec.inputs.includes(field));
	return draft ? draft.typed : field.id !== "find" && /** @type {any} */ (field).value !== "";
}

// The service worker stores the files after the program is loaded, so that the program is not
// loaded twice.
const { worker } = document.documentElement.dataset;
if (worker) {
	app.program.ready
		?.then(() => navigator.serviceWorker?.register(worker))
		.catch(() => {}); // without a service worker the page does not work offline
}

keeper.offer(() => ways.fromAddress()); // the work of this tab comes first
