// Runs the page of the server whose address is the argument: index.js and play.js, which get a
// stand-in for what a browser has. The engine runs with --headless and draws nothing.
const vm = require("node:vm");
const base = process.argv[2];

const nothing = () => {};
const element = () => ({
	style: {}, appendChild: nothing, setAttribute: nothing, focus: nothing, getContext: () => null,
	addEventListener: nothing, removeEventListener: nothing, getBoundingClientRect: () => ({ x: 0, y: 0, width: 1, height: 1 }),
});
const canvas = element();
const page = {
	// What node has, of node's own realm: a WebSocket compares with this ArrayBuffer.
	ArrayBuffer, Blob, Response, TextDecoder, TextEncoder, URL, WebAssembly, WebSocket: globalThis.WebSocket,
	clearInterval, clearTimeout, console, performance, queueMicrotask, setInterval, setTimeout,
	crypto: globalThis.crypto ?? require("node:crypto").webcrypto,
	fetch: (path, options) => fetch(new URL(path, base), options),

	// What only a browser has.
	addEventListener: nothing, removeEventListener: nothing, alert: console.error, isSecureContext: true,
	devicePixelRatio: 1, innerWidth: 1, innerHeight: 1, screen: { width: 1, height: 1, orientation: {} },
	cancelAnimationFrame: clearTimeout, requestAnimationFrame: frame => setTimeout(() => frame(performance.now()), 0),
	document: {
		addEventListener: nothing, removeEventListener: nothing, createElement: element,
		body: element(), head: element(), documentElement: element(),
		currentScript: { src: base + "index.js" }, getElementById: () => canvas, querySelector: () => canvas, hidden: false, visibilityState: "visible",
	},
	location: new URL(base),
	matchMedia: () => ({ matches: false, addEventListener: nothing }),
	navigator: {
		getGamepads: () => [], language: "en", languages: ["en"], maxTouchPoints: 0,
		platform: "Linux", userAgent: "Chrome/126", vendor: "",
	},
};
page.window = page.self = page.globalThis = page;
vm.createContext(page);
(async () => {
	for (const filename of ["index.js", "play.js"]) {
		vm.runInContext(await (await page.fetch(filename)).text(), page, { filename });
	}
	page.canvas = canvas;
	vm.runInContext("play(canvas, () => {})", page).catch(error => { console.error(error); process.exit(1); });
})();
