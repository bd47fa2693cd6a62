import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

import { choice, languages, member, rowText, setLanguage, t, told } from "../i18n.js";

const [english, ...others] = languages;
const pageKeys = Object.keys(english.texts.page).sort();
const table = "../internal/message/templates.go";
const templates = templatesOf(read("../" + table));

/**
 * The sources of the program: of the page, and of the packages that it shares with other commands.
 */
const program = ["../session/", "../../internal/", "../../../variant/tree/"].map((path) =>
	readAll(path, (file) => /\.go$/.test(file) && !file.endsWith("_test.go") &&
		!file.endsWith("templates.go"))).join("\n") + read("../" + table).split("\n}\n")[1];

/** read returns a file, by its path from the directory of the scripts. */
function read(path) {
	return readFileSync(new URL("../" + path, import.meta.url), "utf8");
}

/** readAll returns the texts of the files in a directory and in its subdirectories, joined. */
function readAll(path, wanted) {
	const files = readdirSync(new URL("../" + path, import.meta.url), { recursive: true });
	return files.filter(wanted).map((file) => read(path + file)).join("\n");
}

/** templatesOf returns the English messages of the program, by key. */
function templatesOf(source) {
	const table = source.slice(source.indexOf("map[string]string{"), source.indexOf("\n}"));
	const entries = [...table.matchAll(/^\t"([^"]+)":\s*((?:.*[^,]\n)*?.*),$/gm)];
	assert.equal(entries.length, table.match(/^\t"/gm)?.length);
	return new Map(entries.map(([, key, template]) => [key, template]));
}

/** places returns the names of the values that a text has places for. */
function places(text) {
	return [...text.matchAll(/\{(\w+)/g)].map((m) => m[1]).sort().join();
}

/**
 * isUsed reports whether a source uses a key. If the source contains only the group of the key, the
 * words of the program must contain the name after the dot.
 */
function isUsed(key, source, words) {
	if (source.includes(`"${key}"`)) return true;
	const dot = key.lastIndexOf(".");
	const group = key.slice(0, dot);
	const rest = key.slice(dot + 1);
	return dot > 0 && new RegExp(`"${group}\\.?"`).test(source) &&
		new RegExp(`"${rest}"|\\b${rest}:`).test(words);
}

test("each text is there in each language, with the same places", () => {
	for (const { name, texts: { page } } of languages) {
		assert.deepEqual(Object.keys(page).sort(), pageKeys, name);
		for (const key of pageKeys) {
			assert.ok(page[key], `${name}: ${key}`);
			assert.equal(places(page[key]), places(english.texts.page[key]), `${name}: ${key}`);
		}
	}
});

test("each message of the program is there in each language, with the same places", () => {
	// A message that is nothing but a value needs no translation.
	const said = [...templates].filter(([, template]) => !/^"\{\w+\}"$/.test(template));

	for (const { name, texts: { program } } of others) {
		const keys = said.map(([key]) => key).sort();
		assert.deepEqual(Object.keys(program).sort(), keys, name);
		for (const [key, template] of said) {
			assert.equal(places(program[key]), places(template), `${name}: ${key}`);
		}
	}
});

test("the scripts and the page use each text, and no other", () => {
	const html = read("../page.html");
	const named = [...html.matchAll(/data-t(?:-\w+)?="([^"]*)"/g)].map((m) => m[1]);
	assert.deepEqual(named.filter((key) => !pageKeys.includes(key)), []);

	const scripts = readAll("", (file) => /^[^/]+\.js$/.test(file) && !file.startsWith("texts"));
	const words = scripts + program;
	const unused = pageKeys.filter((key) =>
		!named.includes(key) && !isUsed(key, scripts, words));
	assert.deepEqual(unused, []);
});

test("the program uses each message", () => {
	const kinds = "error.kind."; // TestKinds of package problem checks that errors have these kinds
	const unused = [...templates.keys()].filter((key) =>
		!key.startsWith(kinds) && !isUsed(key, program, program));
	assert.deepEqual(unused, []);
});

test("texts come in the language of the reader", () => {
	for (const [wanted, word] of [
		[["de-AT", "en"], "Rückgängig"], [["pt-PT"], "Desfazer"], [["fi", "ja-JP"], "元に戻す"],
		[["fi"], "Undo"],
	]) {
		setLanguage(wanted);
		assert.equal(t("undo"), word);
	}
	assert.equal(t("changeCount", { n: 1 }), "1 change");
	assert.equal(t("changeCount", { n: 1200 }), "1,200 changes");
	assert.equal(member("do", "remove"), "Delete");
	assert.equal(told({ key: "unheard.of", text: "As it is." }), "As it is.");
	setLanguage(["de"]);
	const byte = { key: "place.byte", params: { offset: 48 }, text: "" };
	const about = { place: "player › gold", about: ["String", byte] };
	const place = { key: "place.about", params: about, text: "" };
	const problem = { key: "error.kind.truncated", params: {}, text: "" };
	assert.equal(told({ key: "error.at", params: { place, problem }, text: "" }),
		"player › gold (String, Byte 48) – Die Daten enden zu früh: Suchen Sie eine vollständige " +
		"Kopie der Datei.");
	const text = "This is a picture (PNG).";
	const form = { key: "form.image", params: { name: "PNG" }, text };
	assert.equal(told({ key: "error.foreign", params: { form }, text }),
		"Das ist ein Bild (PNG): Öffnen Sie den Speicherstand des Spiels.");
	setLanguage(["en"]);
	assert.equal(told({ key: "undone", params: { edit: form }, text: "Undone: it." }),
		"Undone: it.");
	assert.throws(() => t("no such text"));
	assert.throws(() => member("do", "no such text"));
});

test("labels, rows and dates come in the language of the reader", () => {
	setLanguage(["de"]);
	assert.equal(choice({ label: "in the same container: compressed, Zstandard" }),
		"im selben Container: gepackt, Zstandard");
	assert.equal(choice({ label: "Godot 4.0 to 4.2, double precision" }),
		"Godot 4.0 bis 4.2, doppelte Genauigkeit");
	assert.equal(choice({ label: "Godot 4.4 and later, store_var" }),
		"Godot 4.4 und neuer, store_var");
	for (const [row, text] of [
		[{ text: "1,200 items [1, 2, …]", family: "packed", parts: 1200 },
			"1.200 Elemente [1, 2, …]"],
		[{ text: "1 key", family: "container", parts: 1 }, "1 Schlüssel"],
		[{ text: "Timer, 2 properties", family: "object", parts: 2 }, "Timer, 2 Eigenschaften"],
		[{ text: "3 keys", family: "string", parts: 0 }, "3 keys"],
	]) assert.equal(rowText(row), text);
	const params = { date: "2024-11-22T12:05:00Z", text: "22 Nov 2024, 12:05" };
	assert.equal(told({ key: "about.date", params, text: "" }), "22.11.2024, 12:05 UTC");
	setLanguage(["en"]);
});
