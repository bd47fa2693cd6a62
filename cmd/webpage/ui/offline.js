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
	if (request.method === "GET" && own) event.respondWith(answer(event));
});

/**
 * answer returns a file. It asks the server for the page, even if the page is stored, but not for
 * a stored program, whose address changes with its contents. An error of storing, such as a full
 * disk, does not matter to the page.
 * @param {any} event
 */
async function answer(event) {
	const { request } = event;
	const cache = await caches.open(name);
	const kept = await cache.match(request);
	if (kept && new URL(request.url).search) return kept;

	let fresh;
	try {
		fresh = await fetch(request);
	} catch (error) {
		if (kept) return kept;
		throw error;
	}

	if (fresh.status === 200) event.waitUntil(cache.put(request, fresh.clone()).catch(() => {}));
	return fresh;
}
export {};
