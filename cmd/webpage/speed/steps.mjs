// The steps that command speed measures: what a user of the page does with a large save. It runs in
// a worker.

/** @type {any} */
const scope = globalThis;
const bytesOf = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const print = (line) => fetch("line", { method: "POST", body: line + "\n" });
const pattern = new URLSearchParams(scope.location.search).get("run") ?? "";

let collected = false; // garbage was collected in this slice
scope.console = { ...console, log: (line) => { collected ||= /^gc \d/.test(line); } };
await import("/wasm_exec.js");

const ownTurn = new MessageChannel();
const waiting = [];
ownTurn.port1.onmessage = () => waiting.shift()();

/** later calls a function after the worker has handled the messages that wait. */
function later(go) {
	waiting.push(go);
	ownTurn.port2.postMessage(null);
}

const go = new scope.Go();
go.env = { GODEBUG: "gcstoptheworld=1,gctrace=1" }; // worker.js sets gcstoptheworld, too
scope.pause = later;
const { instance } = await WebAssembly.instantiate(await bytesOf("page.wasm"), go.importObject);
go.run(instance);

/** call calls the program. */
function call(name, args = {}, bytes = undefined) {
	return new Promise((resolve, reject) => {
		const settle = (reply) => {
			if (reply.error) reject(new Error(`${name}: ${JSON.stringify(reply.error)}`));
			else resolve({ ...JSON.parse(reply.result), bytes: reply.bytes });
		};
		const reply = scope.call(name, JSON.stringify(args), bytes, settle);
		if (reply) settle(reply);
	});
}

/** turn waits until other calls had their turn. */
const turn = () => new Promise((go) => later(go));

/** whole runs a search to its end. */
async function whole(query) {
	let found = await call("search", { query });
	while (!found.done) {
		await turn();
		found = await call("more");
	}
	return found.count;
}

const last = `$["items"][124990]["n"]`;
const file = await bytesOf("one.save");
const other = await bytesOf("other.save");
const secret = { kind: "password", secret: "secret" };
let locked; // the file with a password
const target = (container) => ({ engine: "godot4", container });

const values = Array.from({ length: 14_000 }, (_, id) => ({
	id, n: id % 99, name: `an item of the kind ${id % 7}`, f: id + 0.5, tags: [1],
	notes: "something to read ".repeat(9),
}));
const encoded = (text) => new TextEncoder().encode(text);
const json = encoded(JSON.stringify({ items: values }, null, 2)); // 4.5 MB
const config = encoded("[all]\n" + values.map(
	(value, i) => `k${i}=${JSON.stringify(value)}\n`).join("")); // 3.5 MB
const lastOf = { json: `$["items"][13990]["n"]`, config: `$["all"]["k13990"]["n"]` };

/** The steps, in the order of their run. Each step needs the state that the earlier steps leave. */
const steps = {
	open: () => call("open", { name: "one.save", budget: 1 << 28 }, file),
	rows: () => call("rows", { from: 0, count: 100 }),
	"bytes, first screen": async () => {
		await call("where", { path: "$" });
		return call("bytes", { from: 0, count: 200 });
	},
	"bytes, second screen": () => call("bytes", { from: 5000, count: 200 }),
	"bytes of the last item": async () => {
		const { from } = await call("where", { path: last });
		return call("bytes", { from, count: 200 });
	},
	"value of a byte": () => call("at", { offset: 20_000_000 }),
	"find a word": () => whole("kind"),
	"find a number": () => whole("=7"),
	"find a type": () => whole("type:Vector2"),
	"end of find": () => call("searchEnd"),
	table: () => call("table", { path: `$["items"]`, from: 0, count: 100 }),
	"table, sorted": () => call("table", {
		path: `$["items"]`, from: 0, count: 100, sort: `"name"`, desc: true,
	}),
	"table, filtered": () => call("table", {
		path: `$["items"]`, from: 0, count: 100, filter: "kind 3",
	}),
	value: () => call("value", { path: `$["items"]` }),
	text: () => call("view", { kind: "text" }),
	JSON: () => call("view", { kind: "relaxed" }),
	"all of the text": () => call("whole", { kind: "text" }),
	"all of JSON": () => call("whole", { kind: "relaxed" }),
	code: () => call("code", { kind: "schema" }),
	compare: () => call("compare", { name: "other.save", budget: 1 << 28 }, other),
	"save unchanged": () => call("save", target("same")),
	edit: () => call("edit", { op: "set", path: last, text: "5" }),
	"bytes after an edit": () => call("bytes", { from: 0, count: 200 }),
	undo: () => call("undo"),
	redo: () => call("redo"),
	save: () => call("save", target("same")),
	"edit of a column": () => call("edit", {
		op: "column", path: `$["items"]`, key: `"n"`, text: "3",
	}),
	"undo of the column": () => call("undo"),
	"redo of the column": () => call("redo"),
	"conversion for Godot 3": () => call("convert", { engine: "godot3", container: "same" }),
	"save with Gzip": () => call("save", target("Gzip")),
	"save for Godot 3": () => call("save", { engine: "godot3", container: "same" }),
	"save with a password": async () => {
		locked = (await call("save", { ...target("encrypted"), ...secret })).bytes;
	},
	"open with a password": async () => {
		await call("open", { name: "locked.save", budget: 1 << 28 }, locked);
		await call("unlock", secret);
	},
	"open JSON": () => call("open", { name: "one.json", budget: 1 << 28 }, json),
	"edit of JSON": () => call("edit", { op: "set", path: lastOf.json, text: "5" }),
	"save JSON": () => call("save", target("same")),
	"open a ConfigFile": () => call("open", { name: "one.cfg", budget: 1 << 28 }, config),
	"edit of the ConfigFile": () => call("edit", { op: "set", path: lastOf.config, text: "5" }),
	"save the ConfigFile": () => call("save", target("same")),
};

/**
 * busy asks for rows again and again while work runs. It returns the two longest times to an
 * answer: without and with a garbage collection.
 * @param {Promise<any>} work
 */
async function busy(work) {
	let running = true;
	const most = [0, 0];
	const end = () => { running = false; };
	work.then(end, end);

	while (running) {
		const asked = performance.now();
		collected = false;
		await turn();
		if (running && loaded) await call("rows", { from: 0, count: 10 });
		const i = Number(collected);
		most[i] = Math.max(most[i], performance.now() - asked);
	}
	return most;
}

await new Promise((go) => setTimeout(go, 2000)); // the browser still starts
let loaded = false;
await print("| step | ms | longest wait, ms | with a collection, ms |");
await print("| --- | --- | --- | --- |");

for (const [name, step] of Object.entries(steps)) {
	if (name !== "open" && !name.match(pattern)) continue;
	const began = performance.now();
	const work = turn().then(step);
	const most = await busy(work);
	try {
		await work;
		const times = [performance.now() - began, ...most].map((time) => time.toFixed(0));
		await print(`| ${name} | ${times.join(" | ")} |`);
	} catch (error) {
		await print(`| ${name} | ${error} | | |`);
	}
	loaded = true;
}
await fetch("end", { method: "POST" });
