// @ts-check
// The edits before which the page asks a question, or asks for a text.

import { errorText } from "./app.js";
import { ask, request } from "./ask.js";
import { t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */

/**
 * retyping runs an edit, and asks if it would change the type of the value.
 * @param {App} app
 * @param {Record<string, any>} args
 * @returns {Promise<any>} null if the answer was no
 */
export async function retyping(app, args) {
	try {
		return await app.edit(args);
	} catch (error) {
		const { code, params } = /** @type {any} */ (error);
		if (code !== "retype") throw error;
		const answer = await ask(t("retype"), t("retypeText", params), [
			{ name: "yes", label: t("retypeConfirm", params) }, { name: "no", label: t("cancel") },
		]);
		return answer === "yes" ? app.edit({ ...args, retype: true }) : null;
	}
}

/**
 * shown does some work. It adds the field "shown" to an error of the work: the text that the page
 * shows for the error.
 * @param {() => Promise<any>} work
 */
export async function shown(work) {
	try {
		return await work();
	} catch (error) {
		const failure = /** @type {any} */ (error);
		throw { ...failure, shown: errorText(failure) };
	}
}

/**
 * rename asks for a new key.
 * @param {App} app
 * @param {any} value
 */
export function rename(app, value) {
	return request(t("renameTitle"), [
		{ name: "key", label: t("key"), value: value.keyText },
	], t("rename"), ({ key }) =>
		shown(() => app.edit({ op: "rename", path: value.path, key })));
}

/**
 * insert asks for a new part of a container, or for a new part beside a value.
 * @param {App} app
 * @param {any} value
 */
export function insert(app, value) {
	const inputs = value.adds === "pair" ? [{ name: "key", label: t("key"), hint: "name" }] : [];
	return request(t("insertTitle"), [...inputs,
		{ name: "text", label: t("valueAsCode"), hint: '10, "text", Vector2(1, 2)' },
	], t("insert"), ({ key, text }) =>
		shown(() => app.edit({ op: "insert", path: value.path, key, text })));
}

/**
 * retype asks for another type.
 * @param {App} app
 * @param {any} value
 */
export function retype(app, value) {
	const choices = value.retypes.map((/** @type {string} */ name) => ({ name, label: name }));
	return request(t("typeTitle"), [
		{ name: "type", label: t("newType"), choices },
	], t("changeType"), ({ type }) =>
		shown(() => app.edit({ op: "type", path: value.path, type })));
}
