// @ts-check
// All texts of the page. Each language has a file, such as texts.de.js for German. Similar
// languages are next to each other, because this makes the compressed page smaller.

import { en } from "./texts.en.js";
import { de } from "./texts.de.js";
import { es } from "./texts.es.js";
import { pt } from "./texts.pt.js";
import { zh } from "./texts.zh.js";
import { ja } from "./texts.ja.js";

/** @typedef {import("./texts.en.js").Key} Key */

/**
 * @template {string} K
 * @typedef {K extends `${infer G}.${string}` ? G : never} BeforeDot
 */

/** @typedef {BeforeDot<Key>} Group names texts of which the program chooses one */

/**
 * The languages: their names, their names in the language itself, and their texts.
 * @type {{name: string, label: string, texts: import("./texts.en.js").Texts}[]}
 */
export const languages = [
	{ name: "en", label: "English", texts: en },
	{ name: "de", label: "Deutsch", texts: de },
	{ name: "es", label: "Español", texts: es },
	{ name: "pt-BR", label: "Português (Brasil)", texts: pt },
	{ name: "zh", label: "中文", texts: zh },
	{ name: "ja", label: "日本語", texts: ja },
];
