"use strict";

// The page and its worker share this file. The worker runs the Go program, so that the page answers while a large
// file is read. All that is shown goes through element and show: the text in a save is never markup.

// runWorker starts the program that the first message has, and answers calls: {id, name, args, bytes} with
// {id, result, bytes} or {id, error}.
function runWorker() {
	self.onmessage = async ({ data }) => {
		try {
			const go = new Go(); // from wasm_exec.js
			// There is one thread: a collection of garbage beside the program would not end before a call does.
			go.env = { GODEBUG: "gcstoptheworld=1" };
			const { instance } = await WebAssembly.instantiate(await unpack(data), go.importObject);
			go.run(instance).then(() => self.postMessage({ ended: true })); // it only ends when it fails
			self.onmessage = answer;
			self.postMessage({ ready: true });
		} catch (error) {
			self.postMessage({ failed: String(error) });
		}
	};
}

// unpack undoes pack of build.go.
function unpack(packed) {
	const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
	const unzip = () => new DecompressionStream("gzip");
	return new Response(new Blob([bytes]).stream().pipeThrough(unzip()).pipeThrough(unzip())).arrayBuffer();
}

// answer answers one call.
function answer({ data: { id, name, args, bytes } }) {
	const reply = self.call(name, JSON.stringify(args), bytes); // from wasm/main.go
	if (reply.error) self.postMessage({ id, error: reply.error });
	else if (reply.bytes) self.postMessage({ id, result: JSON.parse(reply.result), bytes: reply.bytes }, [reply.bytes.buffer]);
	else self.postMessage({ id, result: JSON.parse(reply.result) });
}

// A Program is the worker, seen from the page.
class Program {
	constructor(onEnd) {
		this.onEnd = onEnd; // is called with the reason when the program has lost its file
		this.next = 1;
		this.start();
	}

	start() {
		this.waiting = new Map(); // the promises of calls, by id
		const address = URL.createObjectURL(new Blob([text("wasm-exec"), text("app")], { type: "text/javascript" }));
		this.worker = new Worker(address);
		this.ready = new Promise((resolve, reject) => {
			this.worker.onmessage = ({ data }) => {
				URL.revokeObjectURL(address);
				if (data.ready) resolve();
				else if (data.failed) reject({ message: "The program can't start in this browser: " + data.failed });
				else if (data.ended) this.restart("The program has ended, perhaps for want of memory. Open the file again.");
				else this.settle(data);
			};
			this.worker.onerror = (event) => reject({ message: "The program has failed: " + event.message });
		});
		this.ready.catch(() => {}); // each call says why
		this.worker.postMessage(text("wasm"));
	}

	settle({ id, result, bytes, error }) {
		const { resolve, reject } = this.waiting.get(id);
		this.waiting.delete(id);
		if (error === undefined) resolve({ ...result, bytes });
		else reject(error);
	}

	restart(why) {
		this.worker.terminate();
		for (const { reject } of this.waiting.values()) reject({ message: why });
		this.start();
		this.onEnd(why);
	}

	// call calls a function of the package session. An error is an object with a message. A file that is opened while
	// the program is at work on another one ends that work.
	async call(name, args = {}, bytes = undefined) {
		if (name === "open" && this.waiting.size > 0) this.restart("");
		await this.ready;
		return new Promise((resolve, reject) => {
			const id = this.next++;
			this.waiting.set(id, { resolve, reject });
			this.worker.postMessage({ id, name, args, bytes }, bytes ? [bytes.buffer] : []);
		});
	}
}

function $(id) {
	return document.getElementById(id);
}

function text(id) {
	return $(id).textContent;
}

// element returns a new element. Children are elements and text.
function element(name, properties = {}, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (key === "class") e.className = value;
		else e.setAttribute(key, value);
	}
	e.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
	return e;
}

// visible escapes characters that change how others are shown: control characters, and format
// characters such as those for the direction of text. Lines and tabs stay.
function visible(text) {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) =>
		"\n\t".includes(c) ? c : "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));
}

// show puts texts into a place. Each is isolated, so that the direction of a name does not turn what
// stands beside it.
function show(place, ...texts) {
	place.replaceChildren(...texts.filter((text) => text).map((text) => element("bdi", {}, text)));
}

function options(select, list, chosen) {
	select.replaceChildren(...list.map(({ name, label }) => element("option", { value: name }, label)));
	if (chosen !== undefined) select.value = chosen;
}

function plural(n, one, many) {
	return n.toLocaleString("en") + " " + (n === 1 ? one : many);
}

// keep saves bytes as a download.
function keep(bytes, name) {
	const address = URL.createObjectURL(new Blob([bytes]));
	const link = element("a", { href: address, download: name });
	document.body.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// fault shows an error beside a field, or takes it away.
function fault(field, place, message) {
	show(place, message);
	if (message) field.setAttribute("aria-invalid", "true");
	else field.removeAttribute("aria-invalid");
}

function runPage() {
	const program = new Program(close);
	let file = null; // what the program says about the open file
	let rows = []; // of the tree
	let selected = "";
	let shown = {}; // the state of the views, by name
	let kept = 0; // the number of edits that were downloaded
	let running = 0; // calls of busy

	// busy runs a function that may take long. Errors without a place of their own are shown above the file.
	async function busy(work) {
		if (running++ === 0) $("problem").textContent = "";
		$("main").setAttribute("aria-busy", "true");
		const slow = setTimeout(() => say("Working …"), 300);
		try {
			await work();
		} catch (error) {
			show($("problem"), error.message ?? String(error));
		}
		clearTimeout(slow);
		if (--running > 0) return;
		if ($("status").textContent === "Working …") say("");
		$("main").removeAttribute("aria-busy");
	}

	// close shows that no file is open any more, and why.
	function close(why) {
		show($("problem"), why);
		file = null;
		$("document").hidden = $("lock").hidden = true;
	}

	function say(...texts) {
		show($("status"), ...texts);
	}

	// ---- opening

	function discard() {
		return !file || file.edits === kept || confirm("Changes of " + visible(file.name) + " are not downloaded. Discard them?");
	}

	async function openFile(chosen) {
		if (!chosen || !discard()) return;
		await busy(async () => {
			const bytes = new Uint8Array(await chosen.arrayBuffer());
			await opened(program.call("open", { name: chosen.name }, bytes));
		});
	}

	// opened shows what the program says about a file.
	async function opened(answer) {
		file = await answer;
		kept = 0;
		$("chooser").classList.add("small");
		$("lock").hidden = !file.locked;
		$("document").hidden = file.locked;
		fault($("lock-secret"), $("lock-error"), "");
		$("lock-secret").value = ""; // a secret stays no longer than it is needed
		if (file.locked) {
			say(file.name, " is encrypted.");
			$("lock-secret").focus();
			return;
		}
		showFacts();
		selected = "";
		shown = {};
		showTab("tree");
		await showTree(program.call("rows"));
		await select(rows[0].path);
		say(file.name, " is open: " + file.facts.map((f) => f.value).join(", ") + ".");
	}

	function showFacts() {
		show($("name"), file.name);
		$("facts").replaceChildren(...file.facts.map(({ name, value }) =>
			element("div", {}, element("dt", {}, name), element("dd", {}, element("bdi", {}, value)))));
		for (const [id, message] of [["damage", file.damage], ["tie", file.tie]]) {
			show($(id), message);
			$(id).hidden = !message;
		}
		options($("read-as"), file.readers, file.reader);
		show($("why"), "Why: " + file.why);
		options($("save-engine"), file.engines, file.engine);
		options($("save-container"), file.containers, "same");
		$("save-secret").value = "";
		undoable();
	}

	function undoable() {
		$("undo").disabled = file.edits === 0;
	}

	$("file").addEventListener("change", async () => {
		await openFile($("file").files[0]);
		$("file").value = ""; // the same file may be chosen again
	});

	const hasFiles = (event) => event.dataTransfer.types.includes("Files");
	addEventListener("dragover", (event) => {
		if (!hasFiles(event)) return;
		event.preventDefault();
		$("chooser").classList.add("over");
	});
	addEventListener("dragleave", (event) => {
		if (!event.relatedTarget) $("chooser").classList.remove("over");
	});
	addEventListener("drop", (event) => {
		if (!hasFiles(event)) return;
		event.preventDefault();
		$("chooser").classList.remove("over");
		openFile(event.dataTransfer.files[0]);
	});

	$("paste-form").addEventListener("submit", async (event) => {
		event.preventDefault();
		if (!discard()) return;
		fault($("paste-text"), $("paste-error"), "");
		await busy(async () => {
			try {
				await opened(program.call("paste", { text: $("paste-text").value }));
				$("paste").open = false;
			} catch (error) {
				fault($("paste-text"), $("paste-error"), error.message);
			}
		});
	});

	$("lock-form").addEventListener("submit", async (event) => {
		event.preventDefault();
		fault($("lock-secret"), $("lock-error"), "");
		await busy(async () => {
			try {
				await opened(program.call("unlock", { kind: $("lock-kind").value, secret: $("lock-secret").value }));
			} catch (error) {
				fault($("lock-secret"), $("lock-error"), error.message);
				$("lock-secret").focus();
			}
		});
	});

	$("read-as").addEventListener("change", async () => {
		const engine = $("read-as").value;
		$("read-as").value = file.reader; // until it is read so
		if (!discard()) return;
		await busy(() => opened(program.call("readAs", { engine })));
	});

	addEventListener("beforeunload", (event) => {
		if (file && file.edits !== kept) event.preventDefault();
	});

	// ---- tabs

	const tabs = [...$("tabs").children];

	function showTab(name) {
		for (const tab of tabs) {
			const chosen = tab.id === "tab-" + name;
			tab.setAttribute("aria-selected", chosen);
			tab.tabIndex = chosen ? 0 : -1;
			$("panel-" + tab.id.slice(4)).hidden = !chosen;
		}
		busy(async () => {
			if (name === "changes") await showChanges(0);
			else if (name === "save") await showReport();
			else if (name !== "tree" && !shown[name]) await showLines(name);
		});
	}

	$("tabs").addEventListener("click", (event) => {
		if (tabs.includes(event.target)) showTab(event.target.id.slice(4));
	});
	$("tabs").addEventListener("keydown", (event) => {
		const at = tabs.indexOf(event.target);
		const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		const tab = tabs.at(to % tabs.length);
		showTab(tab.id.slice(4));
		tab.focus();
	});

	// ---- the tree

	// showTree draws the rows that the program answers, and keeps the focus.
	async function showTree(answer) {
		const focused = $("tree").contains(document.activeElement);
		({ rows } = await answer);
		$("tree").replaceChildren(...rows.map(drawRow));
		mark();
		if (focused) rowOf(selected)?.focus();
	}

	function drawRow(row, i) {
		const properties = { role: "treeitem", id: "row-" + i, tabindex: "-1", "aria-level": row.level + 1 };
		if (row.more) return element("div", { ...properties, class: "more" }, row.text);
		properties["aria-setsize"] = row.of;
		properties["aria-posinset"] = row.at + 1;
		if (row.parts > 0) properties["aria-expanded"] = row.open;
		return element("div", properties,
			element("span", { class: "label" }, element("bdi", {}, row.label)), " ",
			element("span", { class: "type" }, row.type), " ",
			element("span", { class: "text" }, element("bdi", {}, row.text)));
	}

	function rowOf(path) {
		return $("tree").children[rows.findIndex((row) => row.path === path && !row.more)];
	}

	// mark shows which row is selected.
	function mark() {
		[...$("tree").children].forEach((e, i) => {
			e.style.setProperty("--level", rows[i].level);
			const chosen = rows[i].path === selected && !rows[i].more;
			e.setAttribute("aria-selected", chosen);
			e.tabIndex = chosen ? 0 : -1;
		});
	}

	async function select(path, focus = false) {
		selected = path;
		mark();
		const row = rowOf(path);
		row?.scrollIntoView({ block: "nearest" });
		if (focus) row?.focus();
		await showValue();
	}

	// showValue fills the editor with the selected value.
	async function showValue() {
		const value = await program.call("value", { path: selected });
		if (value.path !== selected) return; // another one was selected since
		show($("editor-path"), value.path);
		show($("editor-type"), value.type);
		$("value").value = value.text;
		$("value").readOnly = !value.editable;
		$("apply").disabled = !value.editable;
		$("remove").disabled = !value.removable;
		$("value").rows = Math.min(12, Math.max(3, value.text.split("\n").length));
		fault($("value"), $("value-error"), "");
		for (const field of ["add-key", "add-value"]) fault($(field), $("add-error"), "");
		show($("value-error"), value.why);
		$("adder").hidden = !value.adds;
		$("add-key-field").hidden = value.adds !== "pair";
		$("add-key").value = $("add-value").value = "";
	}

	async function activate(i) {
		const row = rows[i];
		if (row.more) {
			await showTree(program.call("more", { path: row.path, side: row.more }));
			await select(rows[Math.min(i, rows.length - 1)].path, true);
			return;
		}
		await select(row.path, true);
	}

	function toggle(row) {
		return showTree(program.call("toggle", { path: row.path }));
	}

	function indexOf(e) {
		return [...$("tree").children].indexOf(e.closest("[role=treeitem]"));
	}

	$("tree").addEventListener("click", (event) => {
		const i = indexOf(event.target);
		if (i < 0) return;
		const row = rows[i];
		const label = $("tree").children[i].firstElementChild;
		const onMark = label && event.clientX < label.getBoundingClientRect().left;
		busy(async () => {
			await activate(i);
			if (!row.more && row.parts > 0 && (onMark || !row.open)) await toggle(row);
		});
	});

	$("tree").addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.altKey || event.metaKey) return;
		const i = indexOf(event.target);
		const row = rows[i];
		const go = (to) => {
			const e = $("tree").children[Math.min(Math.max(to, 0), rows.length - 1)];
			if (rows[indexOf(e)].more) e.focus();
			else busy(() => select(rows[indexOf(e)].path, true));
		};
		const parent = () => {
			let p = i;
			while (p > 0 && rows[p].level >= row.level) p--;
			go(p);
		};
		const keys = {
			ArrowDown: () => go(i + 1),
			ArrowUp: () => go(i - 1),
			Home: () => go(0),
			End: () => go(rows.length - 1),
			ArrowRight: () => row.parts > 0 && (row.open ? go(i + 1) : busy(() => toggle(row))),
			ArrowLeft: () => (row.open ? busy(() => toggle(row)) : parent()),
			" ": () => (row.more ? busy(() => activate(i)) : row.parts > 0 && busy(() => toggle(row))),
			Enter: () => (row.more ? busy(() => activate(i)) : $("value").focus()),
			Delete: () => row.more || $("remove").disabled || $("remove").click(),
		};
		if (!keys[event.key]) return;
		event.preventDefault();
		keys[event.key]();
	});

	$("find-form").addEventListener("submit", (event) => {
		event.preventDefault();
		busy(async () => {
			const found = await program.call("find", { text: $("find").value, after: selected });
			if (!found.path) {
				say("Nothing has that in its key or value.");
				return;
			}
			await showTree(program.call("reveal", { path: found.path }));
			await select(found.path);
			say("Found ", found.path);
		});
	});

	// ---- editing

	// edit calls a function that changes the value, and draws everything that depends on it. An error is shown at a field:
	// at the one that it names, or else at the one that is given.
	async function edit(name, args, field, place) {
		fault($("add-key"), place, "");
		fault(field, place, "");
		await busy(async () => {
			let done;
			try {
				done = await program.call(name, args);
			} catch (error) {
				const at = error.field === "key" ? $("add-key") : field;
				fault(at, place, error.message);
				at.focus();
				return;
			}
			file.edits = done.edits;
			shown = {};
			undoable();
			await showTree(program.call("reveal", { path: done.path }));
			await select(done.path);
			say(done.message);
		});
	}

	function apply() {
		return edit("set", { path: selected, text: $("value").value }, $("value"), $("value-error"));
	}
	$("editor").addEventListener("submit", (event) => {
		event.preventDefault();
		if (!$("apply").disabled) apply();
	});
	$("value").addEventListener("keydown", (event) => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
			event.preventDefault();
			if (!$("apply").disabled) apply();
		} else if (event.key === "Escape") {
			busy(async () => {
				await showValue();
				rowOf(selected)?.focus();
			});
		}
	});
	$("remove").addEventListener("click", () => edit("remove", { path: selected }, $("value"), $("value-error")));
	$("undo").addEventListener("click", () => edit("undo", {}, $("value"), $("value-error")));

	function add() {
		const args = { path: selected, key: $("add-key").value, text: $("add-value").value };
		return edit("add", args, $("add-value"), $("add-error"));
	}
	$("add").addEventListener("click", add);
	for (const id of ["add-key", "add-value"]) {
		$(id).addEventListener("keydown", (event) => {
			if (event.key !== "Enter") return;
			event.preventDefault(); // it would submit the form
			add();
		});
	}

	$("copy-path").addEventListener("click", () => busy(async () => {
		await navigator.clipboard.writeText(selected);
		say("The path is copied.");
	}));

	// ---- text, JSON, bytes

	const kindOf = (name) => (name === "dump" ? "dump" : $(name + "-kind").value);
	const moreButton = (name) => document.querySelector(`[data-more="${name}"]`);

	// showLines shows the first page of a view, or the next one.
	async function showLines(name) {
		const lines = $(name + "-lines");
		try {
			const page = await program.call("view", { kind: kindOf(name), from: shown[name] });
			if (!shown[name]) lines.replaceChildren();
			lines.append(visible(page.text));
			shown[name] = page.next;
			moreButton(name).hidden = !page.more;
		} catch (error) { // the value has no such text
			show(lines, error.message);
			moreButton(name).hidden = true;
		}
	}

	for (const name of ["text", "json", "dump"]) {
		moreButton(name).addEventListener("click", () => busy(() => showLines(name)));
	}
	for (const name of ["text", "json"]) {
		$(name + "-kind").addEventListener("change", () => busy(() => {
			delete shown[name];
			return showLines(name);
		}));
		document.querySelector(`[data-copy="${name}"]`).addEventListener("click", () => busy(async () => {
			const { bytes } = await program.call("whole", { kind: kindOf(name) });
			await navigator.clipboard.writeText(new TextDecoder().decode(bytes));
			say("It is copied.");
		}));
		document.querySelector(`[data-keep="${name}"]`).addEventListener("click", () => busy(async () => {
			const { bytes, name: fileName } = await program.call("whole", { kind: kindOf(name) });
			keep(bytes, fileName);
		}));
	}

	// ---- changes

	let changesShown = 0;

	async function showChanges(from) {
		const { total, changes } = await program.call("changes", { from });
		if (from === 0) $("changes").replaceChildren();
		$("changes").append(...changes.map((change) => {
			const item = element("li", {}, element("code", {}, element("bdi", {}, change.path)), " " + change.kind);
			if (change.old) item.append(element("del", {}, element("bdi", {}, change.old)));
			if (change.new) item.append(element("ins", {}, element("bdi", {}, change.new)));
			return item;
		}));
		changesShown = from + changes.length;
		$("changes-count").textContent = total === 0
			? "The values are those of the opened file."
			: plural(total, "change", "changes") + " since the file was opened:";
		$("more-changes").hidden = changesShown >= total;
	}

	$("more-changes").addEventListener("click", () => busy(() => showChanges(changesShown)));

	// ---- saving

	function saving() {
		return {
			engine: $("save-engine").value,
			container: $("save-container").value,
			kind: $("save-kind").value,
			secret: $("save-secret").value,
		};
	}

	// showReport says what becomes of the values in the engine that is chosen.
	async function showReport() {
		const encrypted = $("save-container").value === "encrypted";
		$("save-kind-field").hidden = $("save-secret-field").hidden = !encrypted;
		fault($("save-secret"), $("save-error"), "");
		$("report").replaceChildren();
		$("report-count").textContent = "";
		try {
			const { total, notes, message } = await program.call("convert", saving());
			$("report-count").textContent = message;
			$("report").replaceChildren(...notes.map((note) => element("li", {}, element("bdi", {}, note))));
			if (notes.length < total) $("report").append(element("li", {}, "… and " + plural(total - notes.length, "more", "more")));
		} catch (error) {
			show($("save-error"), error.message);
		}
	}

	for (const id of ["save-engine", "save-container"]) {
		$(id).addEventListener("change", () => busy(showReport));
	}

	$("save-form").addEventListener("submit", (event) => {
		event.preventDefault();
		fault($("save-secret"), $("save-error"), "");
		busy(async () => {
			try {
				const { bytes, name } = await program.call("save", saving());
				keep(bytes, name);
				kept = file.edits;
				say("Downloaded ", name, ", " + plural(bytes.length, "byte", "bytes") + ".");
			} catch (error) {
				if (error.field === "secret") fault($("save-secret"), $("save-error"), error.message);
				else show($("save-error"), error.message);
			}
		});
	});
}

if (typeof document === "undefined") runWorker();
else runPage();
