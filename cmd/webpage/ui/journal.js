// @ts-check
// The calls that the page has made. It repeats them after a crash, after Stop, and after a reload.

import { fromBase64, toBase64 } from "./base64.js";

/**
 * @typedef {{name: string, args: Record<string, any>, bytes?: Uint8Array}} Step
 * @typedef {Record<string, any>} Edit
 * @typedef {{steps: Step[], edits: Edit[]}} Plan
 */

/** A Journal has the calls that lead to the value that the page shows. */
export class Journal {
	constructor() {
		/** @type {Step[]} the calls that opened the file */
		this.steps = [];
		/** @type {Edit[]} the edits since then, with the undone edits */
		this.edits = [];
		this.at = 0; // the number of edits that are applied
	}

	/** copy returns an independent journal with the same calls. */
	copy() {
		const journal = new Journal();
		journal.steps = [...this.steps];
		journal.edits = [...this.edits];
		journal.at = this.at;
		return journal;
	}

	/**
	 * open notes the call that opened a file, and forgets the earlier calls.
	 * @param {string} name
	 * @param {Record<string, any>} args
	 * @param {Uint8Array} [bytes]
	 */
	open(name, args, bytes) {
		this.steps = [{ name, args, bytes }];
		this.edits = [];
		this.at = 0;
	}

	/**
	 * then notes a call that continues with the open file: a password, another engine, a file in
	 * the file.
	 * @param {string} name
	 * @param {Record<string, any>} args
	 * @param {boolean} keepsEdits whether the call starts from the edited value
	 */
	then(name, args, keepsEdits) {
		if (keepsEdits && this.at > 0) {
			this.steps.push({ name: "replay", args: { edits: this.applied() } });
		}
		this.steps.push({ name, args });
		this.edits = [];
		this.at = 0;
	}

	/**
	 * edit notes an edit that was applied. The undone edits are forgotten.
	 * @param {Edit} edit
	 */
	edit(edit) {
		this.edits.splice(this.at, Infinity, edit);
		this.at++;
	}

	undo() {
		this.at = Math.max(0, this.at - 1);
	}

	redo() {
		this.at = Math.min(this.edits.length, this.at + 1);
	}

	applied() {
		return this.edits.slice(0, this.at);
	}

	/**
	 * plan returns the calls that lead to the value.
	 * @returns {Step[]}
	 */
	plan() {
		const steps = [...this.steps];
		if (this.at > 0) steps.push({ name: "replay", args: { edits: this.applied() } });
		return steps;
	}

	/** pack returns the journal as text, for a reload. */
	pack() {
		return JSON.stringify({
			steps: this.steps.map(({ name, args, bytes }) =>
				({ name, args, bytes: bytes && toBase64(bytes) })),
			edits: this.applied(),
		});
	}

	/**
	 * unpack returns the journal of a text.
	 * @param {string} text
	 */
	static unpack(text) {
		const { steps, edits } = JSON.parse(text);
		const journal = new Journal();
		journal.steps = steps.map((/** @type {any} */ { name, args, bytes }) =>
			(bytes ? { name, args, bytes: fromBase64(bytes) } : { name, args }));
		journal.edits = edits;
		journal.at = edits.length;
		return journal;
	}
}
