import assert from "node:assert/strict";
import test from "node:test";

import { unzstd } from "../unzstd.js";

// The function pack in build.go made the frames.
const rows = "The tree of rows, the rows of the tree; a word in a row, a row in a tree. ";
const frames = [
	["abc".repeat(200), "KLUv/UAAWAFdAAAYYWJjAVQDAi1SDA=="],
	[rows.repeat(3) + "Another one, with Numbers 0123456789 and the tree again.",
		"KLUv/UAAFgA9AwBSxRIZgEcNgPJlwr8ZyMqmOGpjY2tG1trlCEZCFUnXDe5K78yiJMhhFMRwxhggFJ5nr3aEumfM" +
		"XnWe0F3XFW/7vWnMPmJt+YI9IvcxAQEJAMCiKJEmUBdlbeYIlblA+KCSa5rdtjAB"],
];

test("frames of Zstandard", () => {
	for (const [text, frame] of frames) {
		const bytes = Buffer.from(frame, "base64");
		assert.equal(Buffer.from(unzstd(bytes)).toString(), text);
	}

	// A frame without its length can't be read.
	assert.throws(() => unzstd(Buffer.from("KLUv/QAAKQAAc2hvcnQ=", "base64")));
});
