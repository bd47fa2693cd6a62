// @ts-check The visible rows of a long list, and the rows that the page knows. Nothing here needs a
// browser.

/** The greatest height of an element that every browser draws correctly, in pixels. */
const tallest = 8_000_000;

/**
 * spanOf returns the visible rows of a list whose rows have equal height. If a list is taller than
 * browsers allow, the position in the list is proportional to the position of the scroll bar.
 * @param {{top: number, height: number, total: number, row: number}} view
 * @returns {{first: number, last: number, tall: number, shift: number}} last is not included; shift
 * is where the first row stands
 */
export function spanOf({ top, height, total, row }) {
	const whole = total * row;
	const tall = Math.min(whole, tallest);
	let offset = top;
	if (whole > tall && tall > height) offset = (top / (tall - height)) * (whole - height);

	const first = Math.max(0, Math.min(Math.floor(offset / row), total));
	const last = Math.min(total, Math.ceil((offset + height) / row) + 1);
	return { first, last: Math.max(first, last), tall, shift: top - (offset - first * row) };
}

/**
 * topOf returns the scroll position that shows a row. If the row is in sight, this is the current
 * position.
 * @param {number} at
 * @param {{top: number, height: number, total: number, row: number}} view
 */
export function topOf(at, view) {
	const { height, total, row } = view;
	const whole = total * row;
	const tall = Math.min(whole, tallest);
	const scale = whole > tall && tall > height ? (whole - height) / (tall - height) : 1;

	const offset = view.top * scale;
	if (at * row < offset) return (at * row) / scale;
	if ((at + 1) * row > offset + height) return ((at + 1) * row - height) / scale;
	return view.top;
}

/** The number of rows that one call asks for. */
export const chunk = 100;

/**
 * A Cache has rows of the program, in chunks. The page shows old rows until it gets the new rows.
 */
export class Cache {
	constructor() {
		/** @type {Map<number, any[]>} */
		this.fresh = new Map();
		/** @type {Map<number, any[]>} */
		this.stale = new Map();
		this.age = 0;
	}

	/** clear makes all rows old. */
	clear() {
		for (const [key, rows] of this.fresh) this.stale.set(key, rows);
		this.fresh.clear();
		this.age++;
	}

	/** @param {number} at */
	row(at) {
		const key = Math.floor(at / chunk);
		return (this.fresh.get(key) ?? this.stale.get(key))?.[at % chunk];
	}

	/**
	 * missing returns the chunks that are missing for the rows from first to last.
	 * @param {number} first
	 * @param {number} last
	 */
	missing(first, last) {
		const keys = [];
		for (let key = Math.floor(first / chunk); key * chunk < last; key++) {
			if (!this.fresh.has(key)) keys.push(key);
		}
		return keys;
	}

	/**
	 * put keeps the rows of a chunk, unless clear was called after the page had asked for these
	 * rows.
	 * @param {number} key
	 * @param {any[]} rows
	 * @param {number} age
	 */
	put(key, rows, age) {
		if (age !== this.age) return;
		this.fresh.set(key, rows);
		this.stale.delete(key);
		if (this.fresh.size > 200) this.fresh.delete(this.fresh.keys().next().value ?? -1);
	}
}
