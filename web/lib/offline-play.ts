import { warn } from './log.ts'

/**
 * Registers the service worker that the page names, which keeps what play without a network needs. Call it when the page is idle:
 * the first load comes first.
 */
export function prepareOfflinePlay(): void {
  const worker = document.querySelector<HTMLElement>('link[rel=manifest]')?.dataset['worker']
  // Browsers offer service workers to secure pages only.
  if (worker === undefined || !('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register(worker)
    .catch((error: unknown) => warn(`Play without a network is not available: ${String(error)}`))
}
