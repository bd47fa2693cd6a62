// @ts-check
// Pictures and guesses beside a value: a thumbnail, a date, a line through points, a map of cells.

import { element, isolated } from "./dom.js";
import { t, told } from "./i18n.js";
import { map } from "./map.js";
import { swatches } from "./tree.js";

/** @typedef {import("./app.js").App} App */

/** The only types of pictures that are shown, because a file may have any bytes. */
const pictures = ["image/png", "image/jpeg", "image/webp"];

/**
 * previews fills a place with the guesses of the program about a value.
 * @param {App} app
 * @param {any} value
 * @param {Element} place
 * @param {import("./map.js").Cursor} cursor of a map
 * @returns {() => void} cleans up
 */
export function previews(app, value, place, cursor) {
	/** @type {(() => void)[]} */
	const cleaning = [];
	let live = true;
	const atEnd = (/** @type {() => void} */ clean) => {
		if (live) cleaning.push(clean);
		else clean();
	};
	const add = (/** @type {Node | null} */ box) => live && box && place.append(box);

	(async () => {
		const { guesses } = await app.call("about", { path: value.path });
		for (const guess of live ? guesses : []) {
			add(await preview(app, value, guess, atEnd, cursor));
		}
		if (live) cursor.settle();
	})().catch(() => {}); // a failed preview is not an error of the file
	if (value.swatches?.length) add(box(t("colors"), element("div", { class: "swatches" },
		...swatches(value.swatches))));

	return () => {
		live = false;
		for (const clean of cleaning) clean();
	};
}

/**
 * box returns a box with a title.
 * @param {string} title
 * @param {...(Node | null | false)} content
 */
function box(title, ...content) {
	return element("section", { class: "box" }, element("h3", {}, isolated(title)), ...content);
}

/**
 * @param {App} app
 * @param {any} value
 * @param {{key: string, params: any, text: string}} guess
 * @param {(clean: () => void) => void} atEnd
 * @param {import("./map.js").Cursor} cursor
 * @returns {Promise<Node | null>}
 */
async function preview(app, value, guess, atEnd, cursor) {
	const title = told(guess);
	switch (guess.key) {
	case "about.image":
	case "about.picture":
		return picture(app, value, guess, atEnd);
	case "about.grid":
		return box(title, await map(app, value, cursor));
	case "about.points":
		return box(title, await plot(app, value));
	case "about.table":
		return box(title, element("button", {
			type: "button", onclick: () => app.tell("command", "table"),
		}, t("openTable")));
	case "about.json":
	case "about.packet":
	case "about.archive":
		return box(title, element("button", {
			type: "button", onclick: () => app.tell("openInside", value.path),
		}, t("openInside")));
	}
	return box(title);
}

/**
 * picture shows the picture in the bytes of a value.
 * @param {App} app
 * @param {any} value
 * @param {any} guess
 * @param {(clean: () => void) => void} atEnd
 */
async function picture(app, value, guess, atEnd) {
	const type = guess.params.mime;
	if (!pictures.includes(type)) return box(told(guess));

	const { bytes } = await app.call("blob", { path: value.path });
	const address = URL.createObjectURL(new Blob([bytes], { type }));
	atEnd(() => URL.revokeObjectURL(address));
	return box(told(guess), element("img", { src: address, alt: told(guess) }));
}

/**
 * plot draws a line through points.
 * @param {App} app
 * @param {any} value
 */
async function plot(app, value) {
	const { points } = await app.call("points", { path: value.path });
	const xs = points.map((/** @type {number[]} */ p) => p[0]);
	const ys = points.map((/** @type {number[]} */ p) => p[1]);
	const left = Math.min(...xs);
	const top = Math.min(...ys);
	const wide = Math.max(Math.max(...xs) - left, 1e-9);
	const tall = Math.max(Math.max(...ys) - top, 1e-9);

	const namespace = "http://www.w3.org/2000/svg";
	const svg = document.createElementNS(namespace, "svg");
	svg.setAttribute("class", "plot");
	svg.setAttribute("viewBox", "-4 -4 108 108");
	svg.setAttribute("role", "img");
	svg.setAttribute("aria-label", t("plot"));
	const line = document.createElementNS(namespace, "polyline");
	line.setAttribute("points", points.map((/** @type {number[]} */ [x, y]) =>
		`${((x - left) / wide) * 100},${((y - top) / tall) * 100}`).join(" "));
	svg.append(line);
	return svg;
}
