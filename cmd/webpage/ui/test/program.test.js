import assert from "node:assert/strict";
import test from "node:test";

import { Program } from "../program.js";

/** A FakeWorker sends the answers that a test chooses. */
class FakeWorker {
	static all = [];
	constructor() {
		this.sent = [];
		FakeWorker.all.push(this);
	}
	postMessage(data) {
		this.sent.push(data);
		if (!("id" in data)) this.say({ ready: true, module: "compiled" });
	}
	say(data) {
		queueMicrotask(() => this.onmessage?.({ data }));
	}
	terminate() {
		this.ended = true;
	}
}

function started() {
	FakeWorker.all = [];
	const program = new Program(() => new FakeWorker(), async () => ({ packed: "text" }));
	return { program, worker: () => FakeWorker.all.at(-1) };
}

/** sent waits until a worker has a call. */
async function sent(worker) {
	while (!worker().sent.some((m) => "id" in m)) await new Promise(setImmediate);
	return worker().sent.at(-1);
}

test("a call is answered with its result and bytes, or with its error", async () => {
	const { program, worker } = started();
	const first = program.call("value", { path: "$" });
	const { id, name, args } = await sent(worker);
	assert.deepEqual([name, args], ["value", { path: "$" }]);
	worker().say({ id, result: { type: "int" }, bytes: [1] });
	assert.deepEqual(await first, { type: "int", bytes: [1] });

	const second = program.call("edit");
	await new Promise(setImmediate);
	worker().say({ id: worker().sent.at(-1).id, error: { code: "syntax" } });
	await assert.rejects(second, { code: "syntax" });
	worker().say({ id: 77, result: {} }); // no call has this id
	await new Promise(setImmediate);
});

const ends = {
	"a trap": [(w, id) => w().say({ id, trap: "RangeError" }), "trap"],
	"the end of the program": [(w) => w().say({ ended: true }), "ended"],
	"an error of the worker": [
		(w) => w().onerror({ message: "bad", preventDefault() {} }), "trap"],
	"its end": [(w, id, program) => program.end(), "stopped"],
};

for (const [what, [end, code]] of Object.entries(ends)) {
	test(`${what} answers all calls, and the next worker starts from the module`, async () => {
		const { program, worker } = started();
		const calls = [program.call("open"), program.call("rows")];
		const { id } = await sent(worker);
		const before = worker();
		end(worker, id, program);

		for (const call of calls) await assert.rejects(call, { code, lost: true });
		assert.ok(before.ended);
		assert.notEqual(worker(), before);
		await program.ready;
		assert.deepEqual(worker().sent[0], { module: "compiled" });
		assert.equal(program.busy, false);

		before.say({ id, result: {} }); // the call has ended already
		await new Promise(setImmediate);
	});
}

test("calls that wait for the start are answered when it fails", async () => {
	const program = new Program(() => new FakeWorker(), async () => { throw new Error("gone"); });
	await assert.rejects(program.call("open"), { code: "cannot-start", message: /gone/ });
});

test("calls that wait for the start are answered when it is stopped", async () => {
	const program = new Program(() => new FakeWorker(), () => new Promise(() => {}));
	const call = program.call("open");
	program.stop();
	await assert.rejects(call, { code: "stopped" });
});

test("stop asks the program, and ends it if it is silent", async (context) => {
	context.mock.timers.enable({ apis: ["setTimeout"] });
	const { program, worker } = started();
	const call = program.call("save");
	await sent(worker);
	const before = worker();

	program.stop();
	await new Promise(setImmediate);
	const [save, stop] = before.sent.slice(-2);
	assert.equal(stop.name, "stop");
	before.say({ id: stop.id, result: { stopped: true } });
	before.say({ id: save.id, error: { code: "stopped" } });
	await assert.rejects(call, (why) => why.code === "stopped" && !why.lost);
	context.mock.timers.tick(1000);
	assert.equal(worker(), before);

	const silent = program.call("save");
	await new Promise(setImmediate);
	program.stop();
	await new Promise(setImmediate);
	context.mock.timers.tick(1000);
	await assert.rejects(silent, { code: "stopped", lost: true });
	assert.notEqual(worker(), before);
});
