import assert from "node:assert/strict";
import test from "node:test";

import { App } from "../app.js";
import { Journal } from "../journal.js";

test("fields are left when the edits under way are in the journal", async () => {
	const answers = { setBlob: {}, journal: { edits: [{ op: "set", path: "$.deep" }] } };
	/** @type {(() => void)[]} */
	const waiting = [];
	const app = Object.assign(Object.create(App.prototype), {
		journal: new Journal(), drafts: new Set(), noting: Promise.resolve(),
		call: (name) => new Promise((resolve) => {
			waiting.push(() => resolve(answers[name]));
		}),
	});

	app.noted("setBlob", { path: "$.deep" });
	let left = false;
	const leaving = app.flush().then((can) => { left = can; });
	for (let calls = 1; calls <= 2; calls++) {
		await new Promise(setImmediate);
		assert.equal(left, false);
		assert.equal(waiting.length, 1, "the call " + calls);
		waiting.pop()();
	}

	await leaving;
	assert.equal(left, true);
	assert.equal(app.journal.at, 1);
});

test("a refused edit keeps nobody from leaving", async () => {
	const app = Object.assign(Object.create(App.prototype), {
		journal: new Journal(), drafts: new Set(), noting: Promise.resolve(),
		call: async () => { throw { code: "notFound" }; },
	});

	await assert.rejects(app.edit({ op: "remove", path: "$.a" }), { code: "notFound" });
	assert.equal(await app.flush(), true);
	assert.equal(app.journal.at, 0);
});
