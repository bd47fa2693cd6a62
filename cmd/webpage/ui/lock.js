// @ts-check
// The password or the key of an encrypted file.

import { $, fault } from "./dom.js";
import { errorText } from "./app.js";

/** @typedef {import("./app.js").App} App */

/**
 * lock makes the form open the file with its password or key.
 * @param {App} app
 */
export function lock(app) {
	const field = $("lock-secret");
	$("lock-form").addEventListener("submit", (/** @type {Event} */ event) => {
		event.preventDefault();
		fault(field, $("lock-error"), "");
		app.run(() => unlock(app, field));
	});
}

/**
 * unlock opens the file with the secret in a field. It shows an error beside the field.
 * @param {App} app
 * @param {any} field
 */
async function unlock(app, field) {
	const args = { kind: $("lock-kind").value, secret: field.value };
	try {
		const file = await app.call("unlock", args);
		app.journal.then("unlock", args, false);
		field.value = "";
		app.tell("opened", { file });
	} catch (error) {
		const failure = /** @type {any} */ (error);
		if (failure.lost) throw error;
		fault(field, $("lock-error"), errorText(failure));
		field.focus();
	}
}
