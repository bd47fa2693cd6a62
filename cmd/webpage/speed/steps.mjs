// The steps that command speed measures: what a user of the page does with a large save. It needs
// the arguments wasm_exec.js, the program, two saves, and the pattern of the names of the steps.
import fs from "node:fs";
import { performance } from "node:perf_hooks";

const [, , start, program, first, second, pattern] = process.argv;
await import(start);

const go = new globalThis.Go();
go.env = { GODEBUG: "gcstoptheworld=1" }; // as worker.js has it
globalThis.pause = (go) => setImmediate(go);
const { instance } = await WebAssembly.instantiate(fs.readFileSync(program), go.importObject);
go.run(instance);

/** call calls the program. */
function call(name, args = {}, bytes = undefined) {
	return new Promise((resolve, reject) => {
		const settle = (reply) => {
			if (reply.error) reject(new Error(`${name}: ${JSON.stringify(reply.error)}`));
			else resolve(JSON.parse(reply.result));
		};
		const reply = globalThis.call(name, JSON.stringify(args), bytes, settle);
		if (reply) settle(reply);
	});
}

/** turn waits until other calls had their turn. */
const turn = () => new Promise((go) => setImmediate(go));

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
const file = fs.readFileSync(first);
const other = fs.readFileSync(second);
const target = (container) => ({ engine: "godot4", container });

/** The steps, in the order of their run. Each takes the state that the ones before leave. */
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
	code: () => call("code", { kind: "schema" }),
	compare: () => call("compare", { name: "other.save", budget: 1 << 28 }, other),
	"save unchanged": () => call("save", target("same")),
	edit: () => call("edit", { op: "set", path: last, text: "5" }),
	"bytes after an edit": () => call("bytes", { from: 0, count: 200 }),
	undo: () => call("undo"),
	redo: () => call("redo"),
	save: () => call("save", target("same")),
	"save for Godot 3": () => call("save", { engine: "godot3", container: "same" }),
};

/**
 * busy asks for rows again and again while work runs. It returns the longest time to an answer.
 * @param {Promise<any>} work
 */
async function busy(work) {
	let running = true;
	let most = 0;
	const end = () => { running = false; };
	work.then(end, end);

	while (running) {
		const asked = performance.now();
		await turn();
		if (running && loaded) await call("rows", { from: 0, count: 10 });
		most = Math.max(most, performance.now() - asked);
	}
	return most;
}

let loaded = false;
console.log("| step | ms | longest wait, ms |");
console.log("| --- | --- | --- |");

for (const [name, step] of Object.entries(steps)) {
	if (name !== "open" && !name.match(pattern)) continue;
	const began = performance.now();
	const work = turn().then(step);
	const most = await busy(work);
	try {
		await work;
		const time = performance.now() - began;
		console.log(`| ${name} | ${time.toFixed(0)} | ${most.toFixed(0)} |`);
	} catch (error) {
		console.log(`| ${name} | ${error} | |`);
	}
	loaded = true;
}
process.exit(0);
