// @ts-check The commands that do not set a value: add, rename, take back, delete, move.

import { $, element, icon } from "./dom.js";
import { insert, rename, retype } from "./edits.js";
import { member, t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {{can: (value: any) => boolean, do: (app: App, value: any) => Promise<any>}} Command */

/** @type {Record<string, Command>} the commands that have a button, by name */
const often = {
	insert: { can: (value) => Boolean(value.adds), do: insert },
	rename: { can: (value) => value.renamable, do: rename },
	revert: { can: (value) => value.changed === true, do: (app, { path }) => app.revert(path) },
	remove: { can: (value) => value.removable, do: remove },
};

/** @type {Record<string, Command>} the commands whose buttons are folded */
const rare = {
	duplicate: {
		can: (value) => value.duplicable,
		do: (app, { path }) => app.edit({ op: "duplicate", path }),
	},
	up: {
		can: (value) => value.movable && value.index > 0,
		do: (app, { path, index }) => app.edit({ op: "move", path, to: index - 1 }),
	},
	down: {
		can: (value) => value.movable && value.index < value.of - 1,
		do: (app, { path, index }) => app.edit({ op: "move", path, to: index + 1 }),
	},
	type: { can: (value) => value.editable && value.retypes?.length > 0, do: retype },
};

/**
 * remove deletes a value. The focus goes to the tree, because the button is gone.
 * @param {App} app
 * @param {any} value
 */
async function remove(app, { path }) {
	await app.edit({ op: "remove", path });
	$("tree").focus({ preventScroll: true });
}

/**
 * command runs a command on a value, if the value allows it.
 * @param {App} app
 * @param {any} value
 * @param {string} name
 */
export function command(app, value, name) {
	const found = often[name] ?? rare[name];
	if (!found?.can(value)) return;
	app.run(async () => {
		if (await app.flush()) await found.do(app, value);
	});
}

/** Commands are the buttons of a value: first the frequent commands, then the rare commands. */
export class Commands {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.open = false; // the rare commands are shown
		this.rest = element("p"); // the buttons of the rare commands
	}

	/** focused reports whether one of the rare commands has the focus. */
	get focused() {
		return this.rest.contains(document.activeElement);
	}

	/**
	 * nodes returns the buttons for a value.
	 * @param {any} value
	 * @returns {Node[]}
	 */
	nodes(value) {
		const first = this.buttons(value, often);
		const second = this.buttons(value, rare);
		this.rest = element("p", { class: "buttons commands", id: "rare" }, ...second);
		this.rest.hidden = !this.open;
		if (first.length + second.length === 0) return [];

		const more = element("button", {
			type: "button", id: "do-more", class: "square", "aria-label": t("showMore"),
			title: t("showMore"), "aria-expanded": String(this.open), "aria-controls": "rare",
			onclick: () => {
				this.open = !this.open;
				this.rest.hidden = !this.open;
				more.setAttribute("aria-expanded", this.open);
			},
		}, icon("dots"));
		return [element("p", { class: "buttons commands" }, ...first, second.length > 0 && more),
			this.rest];
	}

	/**
	 * buttons returns the buttons of the commands that a value allows.
	 * @param {any} value
	 * @param {Record<string, Command>} commands
	 */
	buttons(value, commands) {
		const names = Object.keys(commands).filter((name) => commands[name].can(value));
		return names.map((name) => element("button", {
			type: "button", id: "do-" + name, class: name === "remove" ? "danger" : undefined,
			onclick: () => this.app.tell("command", name),
		}, member("do", name)));
	}
}
