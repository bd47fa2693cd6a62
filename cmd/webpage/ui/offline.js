// @ts-check
// The service worker of a hosted page: it keeps the files of the page, so that it works offline.

/** @type {any} */
const scope = self;
const name = "page {{version}}";

scope.addEventListener("install", (/** @type {any} */ event) => {
	event.waitUntil(scope.skipWaiting());
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
	event.waitUntil((async () => {
		for (const key of await caches.keys()) {
			if (key !== name) await caches.delete(key);
		}
		await scope.clients.claim();
	})());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
	const { request } = event;
	const own = new URL(request.url).origin === location.origin;
	if (request.method === "GET" && own) event.respondWith(answer(request));
});

/**
 * answer asks the server first for the page itself, and last for the program, whose address
 * changes with its contents.
 * @param {Request} request
 */
async function answer(request) {
	const cache = await caches.open(name);
	const kept = await cache.match(request);
	if (kept && new URL(request.url).search) return kept;

	try {
		const fresh = await fetch(request);
		if (fresh.ok) await cache.put(request, fresh.clone());
		return fresh;
	} catch (error) {
		if (kept) return kept;
		throw error;
	}
}
export {};
