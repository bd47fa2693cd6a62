// Starts the engine with the game of the server that the page came from (game.go). A browser
// runs it in page.html, node in internal/test/enginetest/node.cjs. Godot is the engine's index.js.

// play shows the engine in canvas, and calls show with a text for the player.
async function play(canvas, show) {
	const ask = async (path, options) => {
		const response = await fetch(path, options);
		if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
		return response;
	};
	const bytes = async path => new Uint8Array(await (await ask(path)).arrayBuffer());
	const post = (path, body) => ask(path, { method: "POST", body });
	const game = await (await ask("game.json")).json();
	const address = file => "file?path=" + encodeURIComponent(file);

	// Lines are posted in order, as many at a time as there are.
	let lines = [], posted = Promise.resolve();
	const line = (text, error) => {
		if (!game.report) return error ? console.error(text) : console.log(text);
		if (lines.push({ text, error }) == 1) posted = posted.then(() => post("lines", JSON.stringify(lines.splice(0))));
	};
	const end = async (code, message) => {
		show(message);
		if (!game.report) return;
		await posted;
		await post("exit?code=" + code);
	};
	const fail = error => {
		line("page: " + (error?.stack ?? error), true);
		end(1, "The game failed: " + error);
	};
	addEventListener("error", event => fail(event.error ?? event.message));
	addEventListener("unhandledrejection", event => fail(event.reason));

	const engine = await Godot({
		print: text => line(text, false),
		printErr: text => line(text, true),
		// It asks for godot.….wasm and godot.….audio.worklet.js.
		locateFile: name => name.replace(/^godot.*?(?=(\.audio\.(position\.)?worklet)?\.(js|wasm)$)/, "index"),
		preRun: [engine => Object.assign(engine.host.ENV, game.env)],
	});
	await engine.initFS([]);
	const { FS } = engine.host;
	engine.copyToFS("/main.pck", await bytes("main.pck"));
	if (game.dir) FS.mkdirTree(game.dir);
	const copied = new Map(); // file to its time; the engine starts later than that
	for (const file of game.files) {
		const path = game.dir + "/" + file;
		engine.copyToFS(path, await bytes(address(file)));
		copied.set(path, FS.stat(path).mtime.getTime());
	}
	const copyBack = async folder => {
		for (const name of FS.readdir(folder)) {
			const path = folder + "/" + name;
			const stat = FS.stat(path);
			if (name == "." || name == "..") continue;
			if (FS.isDir(stat.mode)) await copyBack(path);
			else if (copied.get(path) != stat.mtime.getTime()) await post(address(path.slice(game.dir.length + 1)), FS.readFile(path));
		}
	};
	// With --headless the engine takes its empty display for that of a page when the canvas has a
	// new size, and calls a function that is none. So the canvas has the size of that display.
	const headless = game.args.includes("--headless");
	if (headless) canvas.width = canvas.height = 0;
	engine.initConfig({
		canvas,
		canvasResizePolicy: headless ? 0 : 2, // as it is, or as large as the window
		focusCanvas: true,
		locale: (navigator.languages?.[0] ?? "en").replace("-", "_"),
		onExecute() {},
		async onExit(code) {
			if (game.dir) await copyBack(game.dir);
			await end(code, `The game has ended (${code}).`);
		},
	});
	show("");
	engine.callMain(game.args);
}
