// @ts-check
// The Go program in its worker, seen from the page.

/**
 * @typedef {{message?: string, code?: string, field?: string, lost?: boolean} & Record<string, any>
 * } Failure of a call. An error of the program has the fields said, a message for people, and
 * detail, the text of the program. Any other error has a message. The field lost says that the
 * program has lost its file
 * @typedef {{resolve: (result: any) => void, reject: (why: Failure) => void, name: string}} Waiting
 * @typedef {{module?: WebAssembly.Module, packed?: string}} Source of the program
 */

/** The longest time until the program answers between two slices of its work, in ms. */
const patience = 400;

/** A Program answers calls. Whatever happens, every call is answered. */
export class Program {
	/**
	 * @param {() => Worker} makeWorker
	 * @param {() => Promise<Source>} load returns the program's code
	 * @param {(at: any) => void} [onProgress]
	 */
	constructor(makeWorker, load, onProgress = () => {}) {
		this.makeWorker = makeWorker;
		this.load = load;
		this.onProgress = onProgress;
		/** @type {Map<number, Waiting>} the calls that are not answered yet */
		this.waiting = new Map();
		this.next = 1;
		/** @type {WebAssembly.Module | undefined} */
		this.module = undefined;
		/** @type {((why: Failure) => void) | undefined} */
		this.refuse = undefined;
		this.start();
	}

	/** start starts a worker. */
	start() {
		const worker = this.makeWorker();
		this.worker = worker;

		/** @type {Promise<void>} */
		this.ready = new Promise((resolve, reject) => {
			this.refuse = reject;
			worker.onmessage = ({ data }) => {
				if (this.worker !== worker) return; // the worker was ended
				if (data.ready) {
					this.module = data.module;
					resolve();
				} else if (data.failed) reject({ message: data.failed, code: "cannot-start" });
				else if (data.progress) this.onProgress(data.progress);
				else if (data.ended) this.fail({ message: "", code: "ended", lost: true });
				else if (data.trap) this.fail({ message: data.trap, code: "trap", lost: true });
				else this.settle(data);
			};

			worker.onerror = (event) => {
				if (this.worker !== worker) return;
				event.preventDefault();
				reject({ message: event.message, code: "cannot-start" });
				this.fail({ message: event.message, code: "trap", lost: true });
			};

			Promise.resolve(this.module ? { module: this.module } : this.load())
				.then((source) => worker.postMessage(source))
				.catch((error) => reject({ message: String(error), code: "cannot-start" }));
		});
		this.ready.catch(() => {}); // each call passes the error to its caller
	}

	/** @param {{id: number, result?: any, bytes?: Uint8Array, error?: Failure}} answer */
	settle({ id, result, bytes, error }) {
		const call = this.waiting.get(id);
		if (!call) return;
		this.waiting.delete(id);
		if (error) call.reject(error);
		else call.resolve(bytes ? { ...result, bytes } : result);
	}

	/**
	 * fail ends the worker, answers all calls with the reason, and starts another worker.
	 * @param {Failure} why
	 */
	fail(why) {
		this.worker?.terminate();
		const waiting = [...this.waiting.values()];
		this.waiting.clear();
		this.refuse?.(why); // for the calls that wait for the start
		this.start();
		for (const { reject } of waiting) reject(why);
	}

	/**
	 * stop asks the program to end the running call. If the program does not answer, the method end
	 * ends the call.
	 */
	stop() {
		const { worker } = this;
		const late = setTimeout(() => worker === this.worker && this.end(), patience);
		this.call("stop").catch(() => {}).finally(() => clearTimeout(late));
	}

	/** end ends the running calls. The program loses its file. */
	end() {
		this.fail({ message: "", code: "stopped", lost: true });
	}

	get busy() {
		return this.waiting.size > 0;
	}

	/**
	 * call calls a function of the package session.
	 * @param {string} name
	 * @param {object} [args]
	 * @param {Uint8Array} [bytes]
	 * @returns {Promise<any>}
	 */
	async call(name, args = {}, bytes = undefined) {
		await this.ready;
		return new Promise((resolve, reject) => {
			const id = this.next++;
			this.waiting.set(id, { resolve, reject, name });
			this.worker?.postMessage({ id, name, args, bytes });
		});
	}
}
