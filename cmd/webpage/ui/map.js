// @ts-check
// A map of cells in a grid of numbers. Arrow keys or the mouse choose a cell, Enter edits it.

import { element, show } from "./dom.js";
import { request } from "./ask.js";
import { shown } from "./edits.js";
import { t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */

/** The colours of a map, for up to twelve kinds of cells. */
const palette = ["#3f7fb5", "#86b85c", "#d9c27a", "#4a7c3f", "#b5543f", "#8a6fb0", "#59b3a8",
	"#c98a3c", "#7d8894", "#d37fa5", "#4f5fa8", "#a8b83f"];

/** A Cursor is the chosen cell of a map. It stays when the map is drawn again after an edit. */
export class Cursor {
	constructor() {
		this.path = "";
		this.x = 0;
		this.y = 0;
		this.wanted = false; // whether the map gets the focus when it is drawn
	}

	/**
	 * enter chooses the first cell if the map shows another value than before.
	 * @param {string} path
	 * @param {{width: number, height: number}} grid
	 */
	enter(path, { width, height }) {
		if (path !== this.path) {
			this.path = path;
			this.x = 0;
			this.y = 0;
			this.wanted = false;
		}
		this.to(this.x, this.y, { width, height });
	}

	/**
	 * to chooses the cell at a place, or the nearest cell.
	 * @param {number} x
	 * @param {number} y
	 * @param {{width: number, height: number}} grid
	 */
	to(x, y, { width, height }) {
		this.x = Math.max(0, Math.min(x, width - 1));
		this.y = Math.max(0, Math.min(y, height - 1));
	}

	/**
	 * key moves the cursor by a key. It reports whether the key moves the cursor.
	 * @param {string} key
	 * @param {{width: number, height: number}} grid
	 */
	key(key, grid) {
		const { x, y } = this;
		/** @type {Record<string, [number, number]>} */
		const places = {
			ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y],
			ArrowUp: [x, y - 1], ArrowDown: [x, y + 1],
			Home: [0, y], End: [grid.width - 1, y],
			PageUp: [x, 0], PageDown: [x, grid.height - 1],
		};
		const place = places[key];
		if (place) this.to(place[0], place[1], grid);
		return place !== undefined;
	}

	/** settle gives the focus to the map, if wanted is set. */
	settle() {
		if (!this.wanted) return;
		const map = document.getElementById("map");
		map?.focus({ preventScroll: true });
		if (map && document.activeElement === map) this.wanted = false;
	}
}

/**
 * map draws a grid of cells.
 * @param {App} app
 * @param {any} value
 * @param {Cursor} cursor
 */
export async function map(app, value, cursor) {
	const grid = await app.call("grid", { path: value.path });
	const { width, height, cells } = grid;
	cursor.enter(value.path, grid);
	const canvas = element("canvas", {
		id: "map", width, height, role: "application", tabindex: "0",
		"aria-label": t("map", { width, height }), "aria-describedby": "map-hint map-cell",
	});
	canvas.style.width = Math.min(340, width * 12) + "px";
	paint(canvas, grid);

	const mark = element("span", { class: "map-mark", "aria-hidden": "true" });
	const cell = element("span", { id: "map-cell", role: "status" });
	const point = () => {
		const { x, y } = cursor;
		Object.assign(mark.style, {
			left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%`,
			width: `${100 / width}%`, height: `${100 / height}%`,
		});
		show(cell, `${t("cell", { x, y })}: ${cells[y * width + x] ?? "–"}`);
	};

	const edit = async () => {
		const { x, y } = cursor;
		const here = y * width + x;
		if (!app.file.writable || (cells[here] ?? null) === null) return;
		await request(t("cell", { x, y }), [
			{ name: "text", label: t("value"), value: String(cells[here]) },
		], t("apply"), ({ text }) => {
			const at = grid.at?.[here] ?? here;
			cursor.wanted = true;
			return shown(() => app.edit({ op: "cells", path: value.path, cells: [{ at, text }] }));
		});
		cursor.settle();
	};

	canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.key === "Enter") app.run(edit);
		else if (!cursor.key(event.key, grid)) return;
		event.preventDefault();
		point();
	});

	canvas.addEventListener("click", (/** @type {MouseEvent} */ event) => {
		const r = canvas.getBoundingClientRect();
		cursor.to(Math.floor(((event.clientX - r.left) / r.width) * width),
			Math.floor(((event.clientY - r.top) / r.height) * height), grid);
		point();
		app.run(edit);
	});

	point();
	return element("div", { class: "stack" }, element("div", { class: "map" }, canvas, mark),
		element("p", { class: "hint" }, cell, " · ",
			element("span", { id: "map-hint" }, t("mapKeys"))));
}

/**
 * paint fills each cell with its color.
 * @param {HTMLCanvasElement} canvas
 * @param {any} grid
 */
function paint(canvas, grid) {
	const { width, cells } = grid;
	const kinds = [...new Set(cells)].filter((c) => c !== null).sort((a, b) => a - b);
	const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	for (const [i, cell] of cells.entries()) {
		if (cell === null) continue;
		pen.fillStyle = colorOf(cell, kinds, grid);
		pen.fillRect(i % width, Math.floor(i / width), 1, 1);
	}
}

/**
 * @param {number} cell
 * @param {number[]} kinds
 * @param {{min: number, max: number}} grid
 */
function colorOf(cell, kinds, { min, max }) {
	if (kinds.length <= palette.length) return palette[kinds.indexOf(cell)];
	const share = max > min ? (cell - min) / (max - min) : 0;
	return `hsl(${Math.round(260 - share * 210)} 55% ${Math.round(25 + share * 50)}%)`;
}
