// @ts-check Cells as text, in the form in which spreadsheets copy them: tabs between cells, line
// ends between rows, and quotes around a cell that contains a tab, a line end or a quote. Nothing
// here needs a browser.

/**
 * cellsOf returns the rows of cells in a text. If the text is only one cell, it returns null.
 * @param {string} text
 * @returns {string[][] | null}
 */
export function cellsOf(text) {
	const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
	if (!/[\t\n]/.test(lines)) return null;

	/** @type {string[][]} */
	const rows = [[]];
	const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/gy;
	for (;;) {
		const [, quoted, plain, end] = /** @type {RegExpExecArray} */ (cell.exec(lines));
		rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		if (end === "") return rows;
		if (end === "\n") rows.push([]);
	}
}
