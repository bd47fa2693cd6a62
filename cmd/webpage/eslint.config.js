import js from "@eslint/js";

export default [
	js.configs.recommended,
	{
		languageOptions: { ecmaVersion: 2023, sourceType: "module" },
		rules: {
			"no-undef": "off", // tsc finds names that are not defined
			"eqeqeq": "error",
			"no-implicit-globals": "error",
			"no-var": "error",
			"prefer-const": "error",
			"no-restricted-properties": [
				"error",
				{ property: "innerHTML", message: "Text of a file is never markup." },
				{ property: "outerHTML", message: "Text of a file is never markup." },
				{ property: "insertAdjacentHTML", message: "Text of a file is never markup." },
			],
			"max-len": ["error", { code: 100, tabWidth: 4, ignoreUrls: true }],
		},
	},
];
