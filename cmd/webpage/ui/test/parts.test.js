import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { bytesText, visible } from "../dom.js";
import { choice, count, languages, rowText, setLanguage, t, told } from "../i18n.js";
import { Journal } from "../journal.js";
import { Cache, chunk, spanOf, topOf } from "../rows.js";
import { texts } from "../texts.js";
import { hexOf, inPlaceArgs, words } from "../values.js";

test("the rows in sight", () => {
	const view = { top: 0, height: 280, total: 1000, row: 28 };
	assert.deepEqual(spanOf(view), { first: 0, last: 11, tall: 28_000, shift: 0 });
	assert.deepEqual(spanOf({ ...view, top: 42 }), { first: 1, last: 13, tall: 28_000, shift: 28 });
	assert.equal(spanOf({ ...view, total: 0 }).last, 0);
	assert.equal(spanOf({ ...view, total: 3 }).last, 3);
});

test("a list that is taller than browsers allow shows its first and its last row", () => {
	const view = { top: 0, height: 500, total: 10_000_000, row: 28 };
	const { tall, first } = spanOf(view);
	assert.equal(first, 0);
	const end = spanOf({ ...view, top: tall - 500 });
	assert.equal(end.last, view.total);
	for (const at of [0, 1, 5_000_000, view.total - 1]) {
		const top = topOf(at, view);
		const { first: from, last } = spanOf({ ...view, top });
		assert.ok(from <= at && at < last, `${at} is not in ${from}…${last}`);
	}
});

test("a row in sight does not scroll", () => {
	const view = { top: 100, height: 280, total: 1000, row: 28 };
	assert.equal(topOf(5, view), 100);
	assert.equal(topOf(0, view), 0);
	assert.equal(topOf(20, view), 21 * 28 - 280);
});

test("old rows are shown until new ones come, and late answers are dropped", () => {
	const cache = new Cache();
	const rows = Array.from({ length: chunk }, (_, i) => "old " + i);
	cache.put(0, rows, cache.age);
	assert.deepEqual(cache.missing(0, chunk + 1), [1]);
	const before = cache.age;
	cache.clear();
	assert.equal(cache.row(7), "old 7");
	assert.deepEqual(cache.missing(0, 10), [0]);
	cache.put(0, rows.map(() => "late"), before);
	assert.equal(cache.row(7), "old 7");
	cache.put(0, rows.map(() => "new"), cache.age);
	assert.equal(cache.row(7), "new");
});

test("a journal repeats what is applied", () => {
	const journal = new Journal();
	journal.open("open", { name: "a.save" }, new Uint8Array([1, 200]));
	journal.then("unlock", { secret: "x" }, false);
	for (const text of ["1", "2", "3"]) journal.edit({ op: "set", path: "$", text });
	journal.undo();
	journal.undo();
	journal.redo();
	const edits = () => journal.plan().at(-1)?.args.edits.map((e) => e.text);
	assert.deepEqual(edits(), ["1", "2"]);
	journal.edit({ op: "set", path: "$", text: "4" });
	journal.redo();
	assert.deepEqual(edits(), ["1", "2", "4"]);

	const again = Journal.unpack(journal.pack());
	assert.deepEqual(again.plan(), journal.plan());

	journal.then("openInside", { path: "$" }, true);
	assert.deepEqual(journal.plan().map((s) => s.name), ["open", "unlock", "replay", "openInside"]);
	assert.equal(journal.at, 0);
});

test("what is typed in a row", () => {
	const vector = { editor: "parts", parts: [{ text: "1" }, { text: "2.5" }] };
	assert.equal(inPlaceArgs(vector).text, "1 2.5");
	assert.deepEqual(inPlaceArgs(vector, "3, 4").args, { parts: ["3", "4"] });
	assert.deepEqual(inPlaceArgs(vector, "Vector2(3, 4)").args, { text: "Vector2(3, 4)" });
	assert.deepEqual(inPlaceArgs(vector, "3").args, { text: "3" });

	const color = { editor: "color", hex: "#336699ff" };
	assert.deepEqual(inPlaceArgs(color, "#fff").args, { hex: "#fff" });
	assert.deepEqual(inPlaceArgs(color, "dark red").args, { text: "Color.DARK_RED" });
	assert.deepEqual(inPlaceArgs(color, "Color.RED").args, { text: "Color.RED" });
	const name = { editor: "text", plain: "Tia" };
	assert.deepEqual(inPlaceArgs(name, 'a "b"').args, { plain: 'a "b"' });
	assert.deepEqual(hexOf("#33669980"), { rgb: "#336699", alpha: "80" });
	assert.deepEqual(hexOf("what"), { rgb: "#000000", alpha: "ff" });
});

test("the words of a query that are marked", () => {
	assert.deepEqual(words('Gold type:int >5 key:hp "two words" =Tia'),
		["gold", "hp", "two words", "tia"]);
});

test("characters that change how others are shown are escaped", () => {
	assert.equal(visible("a\u202eb\u200b\u0000\n"), "a\\u202eb\\u200b\\u0000\n");
	assert.equal(bytesText(2230, "en"), "2.2 kB");
	assert.equal(bytesText(5, "en"), "5 B");
});

test("each text is there in each language, with the same places", () => {
	const places = (text) => [...text.matchAll(/\{(\w+)/g)].map((m) => m[1]).sort().join();
	const forms = (key, text) => (key.startsWith("go.") ? [text] : text.split("|"));
	for (const [key, row] of Object.entries(texts)) {
		assert.equal(row.length, languages.length, key);
		for (const text of row.slice(1)) {
			assert.ok(text, key);
			for (const form of [...row.slice(key.startsWith("go.") ? 1 : 0)].flatMap((f) =>
				forms(key, f))) {
				assert.equal(places(form), places(forms(key, text)[0]), key);
			}
		}
	}
});

test("each text of the program is there in each language, with the same places", () => {
	const source = readFileSync(new URL("../../session/message/templates.go", import.meta.url),
		"utf8");
	const table = source.slice(source.indexOf("map[string]string{"), source.indexOf("\n}"));
	const entries = [...table.matchAll(/^\t"([^"]+)":\s*((?:.*[^,]\n)*?.*),$/gm)];
	assert.equal(entries.length, table.match(/^\t"/gm)?.length);
	const places = (text) => [...text.matchAll(/\{(\w+)/g)].map((m) => m[1]).sort().join();
	const known = new Set();
	for (const [, key, template] of entries) {
		known.add("go." + key);
		if (/^"\{\w+\}"$/.test(template)) continue; // what it says is in the parameter
		const row = texts["go." + key];
		assert.ok(row, key);
		for (const text of row.slice(1)) assert.equal(places(text), places(template), key);
	}
	for (const key of Object.keys(texts)) {
		assert.ok(!key.startsWith("go.") || known.has(key), key + " is not in the program");
	}
});

test("texts come in the language of the reader", () => {
	for (const [wanted, word] of [
		[["de-AT", "en"], "Rückgängig"], [["pt-PT"], "Desfazer"], [["fi", "ja-JP"], "元に戻す"],
		[["fi"], "Undo"],
	]) {
		setLanguage(wanted);
		assert.equal(t("undo"), word);
	}
	assert.equal(count("changeCount", 1), "1 change");
	assert.equal(count("changeCount", 1200), "1,200 changes");
	assert.equal(told({ key: "unheard.of", text: "As it is." }), "As it is.");
	assert.throws(() => t("no such text"));
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
