// @ts-check
// Zstandard, as RFC 8878 describes it: one frame without a dictionary. Browsers do not read it
// themselves, and it makes the page a tenth smaller than gzip does.

/**
 * A Bits reads the bits of a range of bytes, from the last byte of the range to the first.
 */
class Bits {
	/**
	 * @param {Uint8Array} bytes
	 * @param {number} from
	 * @param {number} to
	 */
	constructor(bytes, from, to) {
		this.bytes = bytes;
		this.from = from;
		// The highest bit that is set in the last byte ends the bits.
		this.at = (to - from) * 8 - (Math.clz32(bytes[to - 1]) - 24) - 1;
	}

	/**
	 * peek returns the next n bits, at most 24. After the last bit it returns zeros.
	 * @param {number} n
	 */
	peek(n) {
		const low = this.at - n;
		const byte = this.from + (low >> 3);
		const { bytes, from } = this;
		let word = 0;

		if (byte >= from) {
			word = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16) |
				(bytes[byte + 3] << 24);
		} else {
			for (let i = 3; byte + i >= from; i--) word = (word << 8) | bytes[byte + i];
			word <<= 8 * Math.min(from - byte, 3);
		}

		return (word >>> (low & 7)) & ((1 << n) - 1);
	}

	/**
	 * read takes the next n bits, at most 30.
	 * @param {number} n
	 * @returns {number}
	 */
	read(n) {
		if (n > 24) return (this.read(n - 16) << 16) | this.read(16);

		const value = this.peek(n);
		this.at -= n;
		return value;
	}
}

/** @typedef {{bits: number, symbols: Uint8Array, lengths: Uint8Array, bases: Uint16Array}} Table */

/**
 * fseTable returns the table of states for the probabilities of symbols. The probability -1 means
 * less than one.
 * @param {number[]} counts
 * @param {number} bits
 * @returns {Table}
 */
function fseTable(counts, bits) {
	const size = 1 << bits;
	const symbols = new Uint8Array(size);
	const lengths = new Uint8Array(size);
	const bases = new Uint16Array(size);
	const next = counts.map((count) => (count < 0 ? 1 : count));
	let high = size;

	counts.forEach((count, symbol) => {
		if (count < 0) symbols[--high] = symbol;
	});

	const step = (size >> 1) + (size >> 3) + 3;
	let at = 0;
	counts.forEach((count, symbol) => {
		for (let i = 0; i < count; i++) {
			symbols[at] = symbol;
			do at = (at + step) & (size - 1);
			while (at >= high);
		}
	});

	for (let i = 0; i < size; i++) {
		const state = next[symbols[i]]++;
		lengths[i] = bits - (31 - Math.clz32(state));
		bases[i] = (state << lengths[i]) - size;
	}

	return { bits, symbols, lengths, bases };
}

/**
 * readTable reads the probabilities of a table, and returns the table and the offset of its end.
 * @param {Uint8Array} bytes
 * @param {number} from
 * @returns {[Table, number]}
 */
function readTable(bytes, from) {
	let at = from * 8;
	/** @param {number} n */
	const peek = (n) => {
		const byte = at >> 3;
		const word = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16);
		return (word >> (at & 7)) & ((1 << n) - 1);
	};

	const bits = peek(4) + 5;
	at += 4;
	let left = (1 << bits) + 1;
	/** @type {number[]} */
	const counts = [];

	while (left > 1) {
		const length = 32 - Math.clz32(left);
		const short = (1 << length) - 1 - left; // this many values have one bit less
		let value = peek(length);

		if ((value & ((1 << (length - 1)) - 1)) < short) {
			value &= (1 << (length - 1)) - 1;
			at += length - 1;
		} else {
			if (value >= 1 << (length - 1)) value -= short;
			at += length;
		}

		const count = value - 1;
		counts.push(count);
		left -= Math.abs(count);

		if (count !== 0) continue;
		for (let more = 3; more === 3;) {
			more = peek(2);
			at += 2;
			for (let i = 0; i < more; i++) counts.push(0);
		}
	}

	return [fseTable(counts, bits), (at + 7) >> 3];
}

/** @typedef {{bits: number, symbols: Uint8Array, lengths: Uint8Array}} Tree */

/**
 * readTree reads the tree of a Huffman code, and returns the tree and the offset of its end.
 * @param {Uint8Array} bytes
 * @param {number} from
 * @returns {[Tree, number]}
 */
function readTree(bytes, from) {
	/** @type {number[]} */
	const weights = [];
	const header = bytes[from];
	let end = from + 1;

	if (header >= 128) {
		const count = header - 127;
		for (let i = 0; i < count; i++) {
			const byte = bytes[end + (i >> 1)];
			weights.push(i % 2 === 0 ? byte >> 4 : byte & 15);
		}
		end += (count + 1) >> 1;
	} else {
		end += header;
		readWeights(bytes, from + 1, end, weights);
	}

	let sum = 0;
	for (const weight of weights) sum += weight > 0 ? 1 << (weight - 1) : 0;
	const bits = 32 - Math.clz32(sum);
	weights.push(32 - Math.clz32((1 << bits) - sum)); // the weight of the last symbol

	const symbols = new Uint8Array(1 << bits);
	const lengths = new Uint8Array(1 << bits);
	let at = 0;
	for (let weight = 1; weight <= bits; weight++) {
		weights.forEach((own, symbol) => {
			if (own !== weight) return;
			symbols.fill(symbol, at, at + (1 << (weight - 1)));
			lengths.fill(bits + 1 - weight, at, at + (1 << (weight - 1)));
			at += 1 << (weight - 1);
		});
	}

	return [{ bits, symbols, lengths }, end];
}

/**
 * readWeights reads the weights of a tree. Two states decode the weights in turn.
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 * @param {number[]} weights
 */
function readWeights(bytes, from, to, weights) {
	const [table, start] = readTable(bytes, from);
	const bits = new Bits(bytes, start, to);
	const states = [bits.read(table.bits), bits.read(table.bits)];

	for (let turn = 0; ; turn ^= 1) {
		const state = states[turn];
		weights.push(table.symbols[state]);
		const length = table.lengths[state];

		if (bits.at < length) {
			weights.push(table.symbols[states[turn ^ 1]]);
			return;
		}
		states[turn] = table.bases[state] + bits.read(length);
	}
}

/**
 * readStream decodes one stream of literals.
 * @param {Tree} tree
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 * @param {Uint8Array} out
 */
function readStream(tree, bytes, from, to, out) {
	const bits = new Bits(bytes, from, to);
	const { symbols, lengths } = tree;

	for (let i = 0; i < out.length; i++) {
		const code = bits.peek(tree.bits);
		out[i] = symbols[code];
		bits.at -= lengths[code];
	}
}

/**
 * codes returns the smallest value of each code. The argument extra has, for each code, the number
 * of extra bits that follow the code.
 * @param {number} first
 * @param {Uint8Array} extra
 */
function codes(first, extra) {
	let base = first;
	return Int32Array.from(extra, (bits) => {
		const own = base;
		base += 1 << bits;
		return own;
	});
}

/**
 * many returns the same number many times.
 * @param {number} n
 * @param {number} x
 * @returns {number[]}
 */
const many = (n, x) => new Array(n).fill(x);

const longBits = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const literalBits = Uint8Array.of(...many(16, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, ...longBits);
const matchBits = Uint8Array.of(...many(32, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, ...longBits);
const literalBases = codes(0, literalBits);
const matchBases = codes(3, matchBits);

// The tables that a frame need not contain: for lengths of literals, offsets, and lengths of
// matches.
const predefined = [
	fseTable([4, 3, ...many(11, 2), 1, 1, 1, ...many(9, 2), 3, 2, ...many(5, 1),
		...many(4, -1)], 6),
	fseTable([...many(6, 1), 2, 2, 2, ...many(15, 1), ...many(5, -1)], 5),
	fseTable([1, 4, 3, ...many(6, 2), ...many(37, 1), ...many(7, -1)], 6),
];

/**
 * A Frame has the state that one block leaves to the next block.
 */
class Frame {
	/**
	 * @param {Uint8Array} bytes
	 * @param {Uint8Array} out
	 */
	constructor(bytes, out) {
		this.bytes = bytes;
		this.out = out;
		this.end = 0; // the end of the written bytes
		this.tables = [...predefined];
		this.offsets = [1, 4, 8];
		/** @type {Tree | null} */
		this.tree = null;
	}

	/**
	 * block decodes a compressed block.
	 * @param {number} from
	 * @param {number} to
	 */
	block(from, to) {
		const [literals, start] = this.literals(from);
		const { bytes } = this;
		let at = start;
		let count = bytes[at++];

		if (count === 255) {
			count = bytes[at] + (bytes[at + 1] << 8) + 0x7f00;
			at += 2;
		} else if (count >= 128) {
			count = ((count - 128) << 8) + bytes[at++];
		}

		if (count === 0) {
			this.copy(literals, 0, literals.length);
			return;
		}

		const modes = bytes[at++];
		for (let i = 0; i < 3; i++) at = this.table(i, (modes >> (6 - 2 * i)) & 3, at);
		this.sequences(literals, count, new Bits(bytes, at, to));
	}

	/**
	 * table reads a table for sequences, in one of four ways, and returns the offset of its end.
	 * @param {number} i
	 * @param {number} mode
	 * @param {number} at
	 */
	table(i, mode, at) {
		if (mode === 0) this.tables[i] = predefined[i];
		if (mode === 1) {
			this.tables[i] = { bits: 0, symbols: this.bytes.subarray(at, at + 1),
				lengths: new Uint8Array(1), bases: new Uint16Array(1) };
			return at + 1;
		}
		if (mode === 2) [this.tables[i], at] = readTable(this.bytes, at);
		return at;
	}

	/**
	 * literals returns the literals of a block, and the offset of their end. Literals are bytes
	 * that are not copied from earlier bytes.
	 * @param {number} from
	 * @returns {[Uint8Array, number]}
	 */
	literals(from) {
		const { bytes } = this;
		const kind = bytes[from] & 3;
		const format = (bytes[from] >> 2) & 3;
		const word = bytes[from] + bytes[from + 1] * 2 ** 8 + bytes[from + 2] * 2 ** 16 +
			bytes[from + 3] * 2 ** 24 + bytes[from + 4] * 2 ** 32;

		if (kind < 2) { // plain bytes, or one byte many times
			const length = [1, 2, 1, 3][format];
			const bits = [5, 12, 5, 20][format];
			const size = Math.floor(word / 2 ** (length === 1 ? 3 : 4)) % 2 ** bits;
			const start = from + length;
			if (kind === 0) return [bytes.subarray(start, start + size), start + size];
			return [new Uint8Array(size).fill(bytes[start]), start + 1];
		}

		const bits = [10, 10, 14, 18][format];
		const size = Math.floor(word / 16) % 2 ** bits;
		const packed = Math.floor(word / 2 ** (4 + bits)) % 2 ** bits;
		let at = from + [3, 3, 4, 5][format];
		const end = at + packed;

		if (kind === 2) [this.tree, at] = readTree(bytes, at);
		return [this.coded(size, format > 0, at, end), end];
	}

	/**
	 * coded decodes literals in one stream or in four.
	 * @param {number} size
	 * @param {boolean} four
	 * @param {number} at
	 * @param {number} end
	 */
	coded(size, four, at, end) {
		const { bytes } = this;
		const tree = this.tree ?? { bits: 0, symbols: bytes, lengths: bytes };
		const out = new Uint8Array(size);
		if (!four) {
			readStream(tree, bytes, at, end, out);
			return out;
		}

		const part = (size + 3) >> 2;
		let start = at + 6;
		for (let i = 0; i < 4; i++) {
			const length = bytes[at + 2 * i] + (bytes[at + 2 * i + 1] << 8);
			const to = i < 3 ? start + length : end;
			const own = out.subarray(part * i, Math.min(part * (i + 1), size));
			readStream(tree, bytes, start, to, own);
			start = to;
		}

		return out;
	}

	/**
	 * sequences writes literals and repetitions in turn.
	 * @param {Uint8Array} literals
	 * @param {number} count
	 * @param {Bits} bits
	 */
	sequences(literals, count, bits) {
		const [lengths, offsets, matches] = this.tables;
		let literalState = bits.read(lengths.bits);
		let offsetState = bits.read(offsets.bits);
		let matchState = bits.read(matches.bits);
		let used = 0;

		for (let i = 0; i < count; i++) {
			const literalCode = lengths.symbols[literalState];
			const matchCode = matches.symbols[matchState];
			const offsetCode = offsets.symbols[offsetState];

			const value = (1 << offsetCode) + bits.read(offsetCode);
			const match = matchBases[matchCode] + bits.read(matchBits[matchCode]);
			const length = literalBases[literalCode] + bits.read(literalBits[literalCode]);

			this.copy(literals, used, used + length);
			used += length;
			this.repeat(this.offset(value, length), match);

			if (i === count - 1) break;
			literalState = lengths.bases[literalState] + bits.read(lengths.lengths[literalState]);
			matchState = matches.bases[matchState] + bits.read(matches.lengths[matchState]);
			offsetState = offsets.bases[offsetState] + bits.read(offsets.lengths[offsetState]);
		}

		this.copy(literals, used, literals.length);
	}

	/**
	 * offset returns how far back a repetition is. The values 1 to 3 stand for the last three
	 * offsets.
	 * @param {number} value
	 * @param {number} literals
	 */
	offset(value, literals) {
		const last = this.offsets;
		const i = value > 3 ? 3 : value - 1 + (literals === 0 ? 1 : 0);
		if (i === 0) return last[0];

		let offset = last[i];
		if (i === 3) offset = value > 3 ? value - 3 : last[0] - 1;
		if (i > 1) last[2] = last[1];
		last[1] = last[0];
		last[0] = offset;
		return offset;
	}

	/**
	 * copy writes a part of the literals.
	 * @param {Uint8Array} literals
	 * @param {number} from
	 * @param {number} to
	 */
	copy(literals, from, to) {
		const { out } = this;
		let at = this.end;
		for (let i = from; i < to; i++) out[at++] = literals[i];
		this.end = at;
	}

	/**
	 * repeat writes bytes again that were written before.
	 * @param {number} offset
	 * @param {number} length
	 */
	repeat(offset, length) {
		const { out } = this;
		const from = this.end;
		const to = from + length;
		this.end = to;

		if (length > 64 && offset >= length) {
			out.copyWithin(from, from - offset, to - offset);
			return;
		}
		for (let i = from; i < to; i++) out[i] = out[i - offset];
	}
}

/**
 * sizeOf returns the length of the contents of a frame, and the offset of its first block.
 * @param {Uint8Array} bytes
 */
function sizeOf(bytes) {
	const single = (bytes[4] & 0x20) !== 0;
	const length = [single ? 1 : 0, 2, 4, 8][bytes[4] >> 6];
	const at = 5 + (single ? 0 : 1) + [0, 1, 2, 4][bytes[4] & 3];

	let size = length === 2 ? 256 : 0;
	for (let i = 0; i < length; i++) size += bytes[at + i] * 2 ** (8 * i);
	return { size, start: at + length };
}

/**
 * unzstd returns the contents of a frame. The frame must have the length of the contents in its
 * header.
 * @param {Uint8Array} bytes
 */
export function unzstd(bytes) {
	const { size, start } = sizeOf(bytes);
	const out = new Uint8Array(size);
	const frame = new Frame(bytes, out);
	let at = start;

	for (let last = false; !last;) {
		const header = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
		const length = header >> 3;
		last = (header & 1) === 1;
		at += 3;

		switch ((header >> 1) & 3) {
		case 0:
			frame.copy(bytes, at, at + length);
			at += length;
			break;
		case 1:
			out.fill(bytes[at], frame.end, frame.end + length);
			frame.end += length;
			at++;
			break;
		default:
			frame.block(at, at + length);
			at += length;
		}
	}

	if (frame.end !== size) throw new Error("the program in the page is damaged");
	return out;
}
