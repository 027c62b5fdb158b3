/** Takes the place of the service worker where `OFFLINE_PLAY` is `off`: deletes what it kept, and itself. */
declare const self: ServiceWorkerGlobalScope

async function remove(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(remove()))
