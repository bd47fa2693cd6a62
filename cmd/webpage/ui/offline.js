// @ts-check
// The service worker of a hosted page: it keeps the files of the page, so that it works offline
// after one visit.

/** @type {any} */
const scope = self;

/** The address of the program changes with its contents, so a stored program is never old. */
const program = "{{program}}";
const files = ["./", program, "manifest.webmanifest", "icon.svg"];

// All pages of a host share their caches. The names of the caches of this page contain the address
// of the page.
const ours = "Godot save editor at " + scope.registration.scope + ", ";
const name = ours + "{{version}}";

scope.addEventListener("install", (/** @type {any} */ event) => {
	event.waitUntil(install());
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
	event.waitUntil(activate());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
	const { request } = event;
	const known = files.some((file) => addressOf(file) === request.url);
	if (request.method === "GET" && known) event.respondWith(answer(request));
});

/** @param {string} file */
function addressOf(file) {
	return new URL(file, location.href).href;
}

/** install stores all files. The worker starts only if that succeeds. */
async function install() {
	const cache = await caches.open(name);
	await cache.addAll(files.map((file) =>
		new Request(file, { cache: file === program ? "default" : "no-cache" })));
	await scope.skipWaiting();
}

/** activate deletes the files of older versions. */
async function activate() {
	for (const key of await caches.keys()) {
		if (key.startsWith(ours) && key !== name) await caches.delete(key);
	}
	await scope.clients.claim();
}

/**
 * answer returns a file. It returns the stored program without a request. For any other file it
 * asks the server first, so that a new version is seen at once.
 * @param {Request} request
 */
async function answer(request) {
	const cache = await caches.open(name);
	const stored = await cache.match(request);
	if (stored && request.url === addressOf(program)) return stored;

	try {
		return await fetch(request);
	} catch (error) {
		if (stored) return stored;
		throw error;
	}
}
export {};
