import assert from "node:assert/strict";
import test from "node:test";

import { bytesText, visible } from "../dom.js";
import { Fold } from "../fold.js";
import { Journal } from "../journal.js";
import { fileOf, linkTo } from "../link.js";
import { Cache, chunk, spanOf, topOf } from "../rows.js";
import { cellsOf } from "../sheet.js";
import { tokens } from "../tokens.js";
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

test("the words of a line have colors, and keys are not values", () => {
	const names = (line, code, inString = false) => tokens(line, code, inString)
		.filter(({ name }) => name).map(({ text, name }) => name + " " + text);
	assert.deepEqual(names('"a": Vector2(1.5, -2), true', "text"),
		['key "a"', "vec Vector2", "num 1.5", "num -2", "bool true"]);
	assert.deepEqual(names('"s:[\\"1" # no', "json"), ['str "s:[\\"1"']);
	assert.deepEqual(names('var x := &"n" # a [note', "gdscript"),
		["word var", 'str &"n"', "note # a [note"]);
	assert.deepEqual(names("A int `godot:\"a\"` // n", "go"),
		["vec A", 'str `godot:"a"`', "note // n"]);
	assert.deepEqual(names('still text", 5', "text", true), ['str still text"', "num 5"]);
	for (const line of ['"\\', '"open', "a`b", '\\"x\\\\" 1e300 é {}[']) {
		for (const code of ["text", "json", "gdscript", "go"]) {
			for (const inString of [false, true]) {
				const joined = tokens(line, code, inString).map(({ text }) => text).join("");
				assert.equal(joined, line);
			}
		}
	}
});

test("a text is folded at its brackets, in whatever pieces it comes", () => {
	const text = '{\n"a": [{\n"x": "}\n[", "y": 2\n}, {\n"x": 3\n}],\n"b": [1, 2]\n}';
	for (const piece of [1, 2, 7, 1000]) {
		const fold = new Fold("text", 40);
		for (let at = 0; at < text.length; at += piece) {
			fold.add(text.slice(at, at + piece), at + piece < text.length);
		}
		assert.equal(fold.text(), text);
		const shown = () => fold.shown.map((row) => fold.rows[row].text);
		assert.deepEqual(shown(), text.split("\n"));
		assert.deepEqual([...fold.ends].sort(), [[0, 8], [1, 6], [4, 6]]);

		fold.toggle(1);
		assert.deepEqual(shown(), ["{", '"a": [{', "}],", '"b": [1, 2]', "}"]);
		fold.toggle(0);
		assert.deepEqual(shown(), ["{", "}"]);
		fold.toggle(0);
		fold.toggle(1);
		assert.deepEqual(shown(), text.split("\n"));
	}
});

test("long lines are rows, and no character is cut", () => {
	const line = "x".repeat(50) + "🎲".repeat(40) + " word, ".repeat(9);
	const fold = new Fold("text", 20);
	fold.add(line.slice(0, 70), true);
	assert.ok(fold.rows.length > 1, "it is shown before its end has come");
	fold.add(line.slice(70), false);
	assert.equal(fold.text(), line);
	for (const [i, { text, begins }] of fold.rows.entries()) {
		assert.ok(text.length <= 20);
		assert.ok(!/^[\udc00-\udfff]/.test(text));
		assert.equal(begins, i === 0);
	}
});

test("a fold of GDScript ends where its indentation ends", () => {
	const fold = new Fold("gdscript", 30);
	const script = ["func a():", "\tif b:", "\t\tc()", "", "\t\td(one, two, three, four, five)",
		"\treturn {}", "func e():", "\tpass", ""].join("\n");
	fold.add(script, false);
	const shown = () => fold.shown.map((at) => fold.rows[at].text.trim()).join("|");
	const all = shown();
	const foldable = fold.rows.flatMap(({ text }, at) => (fold.foldable(at) ? [text.trim()] : []));
	assert.deepEqual(foldable, ["func a():", "if b:", "func e():"]);
	fold.toggle(1);
	assert.equal(shown(), "func a():|if b:|return {}|func e():|pass|");
	fold.toggle(0);
	assert.equal(shown(), "func a():|func e():|pass|");
	fold.toggle(fold.rows.findIndex(({ text }) => text === "func e():"));
	assert.equal(shown(), "func a():|func e():");
	fold.toggle(0);
	fold.toggle(1);
	fold.toggle(fold.rows.findIndex(({ text }) => text === "func e():"));
	assert.equal(shown(), all);
	assert.equal(fold.text(), script);
});

test("cells of a sheet", () => {
	assert.equal(cellsOf("one"), null);
	assert.equal(cellsOf("one\n"), null);
	assert.deepEqual(cellsOf("1\t2\r\n3\t\r\n"), [["1", "2"], ["3", ""]]);
	assert.deepEqual(cellsOf('"a\tb"\t"say ""hi"""\n"two\nlines"\t"open'),
		[["a\tb", 'say "hi"'], ["two\nlines", '"open']]);
});

test("a link carries a file, and says when it is not whole", async () => {
	const bytes = new Uint8Array(5000).map((_, i) => i * i);
	const link = await linkTo("https://a.example/p.html#lang=de", "größe 1.save", bytes);
	assert.match(link, /^https:\/\/a\.example\/p\.html#name=[\w%+.]+&save=[\w-]+$/);
	const said = new URLSearchParams(link.split("#")[1]);
	assert.deepEqual(await fileOf(said), { name: "größe 1.save", bytes });

	const save = said.get("save");
	const other = save.slice(0, 99) + (save[99] === "A" ? "B" : "A") + save.slice(100);
	for (const bad of ["", "a", "!", save.slice(0, -1), save.slice(0, -9), other]) {
		assert.equal(await fileOf(new URLSearchParams({ name: "a", save: bad })), null, bad);
	}
});
