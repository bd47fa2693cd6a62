// @ts-check
// A long text as rows of limited length. Parts of the text can be folded. Nothing here needs a
// browser.

import { brackets } from "./tokens.js";

/** @typedef {import("./tokens.js").Code} Code */

/**
 * @typedef {{text: string, begins: boolean, inString: boolean}} Row is a line, or a part of a long
 * line. The field begins says whether the row begins the line, and inString whether the row begins
 * inside of a string
 */

/** A Fold has the rows of a text, and hides some of them. Text is added at the end. */
export class Fold {
	/**
	 * @param {Code} code
	 * @param {number} width the most characters of a row
	 */
	constructor(code, width) {
		this.code = code;
		this.width = width;
		/** @type {Row[]} */
		this.rows = [];
		/** @type {number[]} the rows that are not hidden */
		this.shown = [];
		/** @type {Map<number, number>} the row in which the brackets of a row end */
		this.ends = new Map();
		/** @type {Set<number>} the rows whose brackets are folded */
		this.folded = new Set();
		/** @type {number[]} the rows of the brackets that are open at the end */
		this.open = [];
		/**
		 * @type {{row: number, tabs: number, full: boolean}[]} the lines of GDScript that may begin
		 * a block, each inside of the block before it; full says that the block has a line
		 */
		this.blocks = [];
		this.rest = ""; // the end of the last line, to which add may add text
		this.begins = true; // the rest begins a line
		this.inString = false;
		this.next = 0; // the next row that show adds
	}

	/**
	 * add adds text at the end.
	 * @param {string} text
	 * @param {boolean} more whether more will come
	 */
	add(text, more) {
		const lines = (this.rest + text).split("\n");
		this.rest = lines.pop() ?? "";
		for (const line of lines) {
			this.line(line, 0);
			this.begins = true;
		}

		if (more) {
			this.rest = this.line(this.rest, this.width);
		} else {
			this.rest = this.line(this.rest, 0);
			this.endBlocks(0, this.rows.length);
		}
		this.show();
	}

	/**
	 * line adds the rows of a line. If the line may continue, it does not add the last row, and
	 * returns the text of this row.
	 * @param {string} line
	 * @param {number} kept 0 if the line is complete, or another number if it may continue
	 */
	line(line, kept) {
		let rest = line;
		for (;;) {
			const tabs = /** @type {RegExpExecArray} */ (/^\t*/.exec(rest))[0].length;
			const room = Math.max(8, this.width - 3 * tabs); // a tab is four characters wide
			if (rest.length <= room) break;
			const end = breakOf(rest, room);
			this.row(rest.slice(0, end));
			rest = rest.slice(end);
		}
		if (kept > 0) return rest;
		if (rest !== "" || this.begins) this.row(rest);
		return "";
	}

	/** @param {string} text */
	row(text) {
		const at = this.rows.length;
		if (this.code === "gdscript" && this.begins && text !== "") this.block(text, at);
		this.rows.push({ text, begins: this.begins, inString: this.inString });
		const { found, inString } = brackets(text, this.code, this.inString);
		for (const sign of found) {
			if ("[({".includes(sign)) {
				this.open.push(at);
				continue;
			}
			const from = this.open.pop();
			if (from !== undefined && at > from + 1) this.ends.set(from, at);
		}
		this.inString = inString;
		this.begins = false;
	}

	/**
	 * block ends the blocks that end before a line of GDScript. The line may begin a block.
	 * @param {string} text
	 * @param {number} at
	 */
	block(text, at) {
		const tabs = text.length - text.trimStart().length;
		this.endBlocks(tabs, at);
		const around = this.blocks.at(-1);
		if (around) around.full = true;
		this.blocks.push({ row: at, tabs, full: false });
	}

	/**
	 * endBlocks ends the blocks whose first line is indented by this number of tabs or more.
	 * @param {number} tabs
	 * @param {number} at the row of the line
	 */
	endBlocks(tabs, at) {
		while ((this.blocks.at(-1)?.tabs ?? -1) >= tabs) {
			const { row, full } = /** @type {any} */ (this.blocks.pop());
			if (full) this.ends.set(row, at);
		}
	}

	/** show adds the rows that are not hidden. */
	show() {
		while (this.next < this.rows.length) {
			const at = this.next;
			this.shown.push(at);
			const end = this.folded.has(at) ? this.ends.get(at) : at + 1;
			if (end === undefined) { // the end of the fold is not loaded yet
				this.next = Infinity;
				return;
			}
			this.next = end;
		}
	}

	/**
	 * foldable reports whether a row begins something that can be folded.
	 * @param {number} at
	 */
	foldable(at) {
		return this.ends.has(at) || (this.open.includes(at) && at < this.rows.length - 1);
	}

	/**
	 * toggle folds the brackets of a row, or unfolds them.
	 * @param {number} at
	 */
	toggle(at) {
		if (!this.folded.delete(at)) this.folded.add(at);
		this.shown.length = this.find(at);
		this.next = at;
		this.show();
	}

	/**
	 * find returns the index of a row in the list of the shown rows.
	 * @param {number} at
	 */
	find(at) {
		let low = 0;
		let high = this.shown.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.shown[middle] < at) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** text returns all that was added. */
	text() {
		const lineEnd = (/** @type {Row} */ row, /** @type {number} */ i) =>
			(row.begins && i > 0 ? "\n" : "");
		return this.rows.map((row, i) => lineEnd(row, i) + row.text).join("");
	}
}

/**
 * breakOf returns the offset at which a line is broken: after a space or a sign between words, if
 * the line has one there.
 * @param {string} line
 * @param {number} width
 */
function breakOf(line, width) {
	const begin = line.slice(0, width);
	const blank = begin.search(/[ ,(.][^ ,(.]*$/);
	if (blank > width / 3) return blank + 1;
	return /[\ud800-\udbff]$/.test(begin) ? width - 1 : width; // never within a character
}
