// @ts-check
// The worker runs the Go program, so that the page answers while a large file is read. It answers
// calls: {id, name, args, bytes} with {id, result, bytes} or {id, error}.

import { unzstd } from "./unzstd.js";

/** @type {any} */
const scope = self;

/**
 * unpack undoes pack of build.go: base64, and Zstandard.
 * @param {string} packed
 */
function unpack(packed) {
	const text = atob(packed);
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i); // the fastest way
	return unzstd(bytes);
}

/**
 * start starts the program: from a module, or from the text in the page. It sends the module to the
 * page. The next start uses the module, and compiles nothing.
 * @param {{module?: WebAssembly.Module, packed?: string}} source
 */
async function start(source) {
	const go = new scope.Go(); // from wasm_exec.js
	// The program has one thread. A concurrent garbage collection would end only after the call.
	go.env = { GODEBUG: "gcstoptheworld=1" };

	const module = source.module ??
		await WebAssembly.compile(unpack(source.packed ?? ""));
	const instance = await WebAssembly.instantiate(module, go.importObject);
	go.run(instance).then(() => scope.postMessage({ ended: true })); // ends only when it fails
	scope.progress = (/** @type {any} */ at) => scope.postMessage({ progress: at });
	scope.pause = pause;
	scope.onmessage = answer;
	scope.postMessage({ ready: true, module });
}

/** The worker sends itself a message through this channel. It comes after the waiting messages. */
const ownTurn = new MessageChannel();

/**
 * pause calls go after the worker has handled the messages that wait.
 * @param {() => void} go
 */
function pause(go) {
	ownTurn.port1.onmessage = go;
	ownTurn.port2.postMessage(null);
}

/**
 * answer answers one call. A trap of the program is an answer as well.
 * @param {MessageEvent} event
 */
function answer({ data: { id, name, args, bytes } }) {
	try {
		// The function is in wasm/main.go.
		scope.call(name, JSON.stringify(args), bytes, (/** @type {any} */ reply) => {
			if (reply.error) {
				scope.postMessage({ id, error: reply.error });
				return;
			}

			const result = JSON.parse(reply.result);
			const moved = reply.bytes ? [reply.bytes.buffer] : [];
			scope.postMessage({ id, result, bytes: reply.bytes }, moved);
		});
	} catch (error) {
		scope.postMessage({ id, trap: String(error) });
	}
}

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
	try {
		await start(data);
	} catch (error) {
		scope.postMessage({ failed: String(error) });
	}
};
