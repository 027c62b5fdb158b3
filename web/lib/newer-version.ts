import { tabStore } from './storage.ts'

/** The script from which this tab last reloaded itself. */
const RELOADED_KEY = 'tenfold.reloaded'

/**
 * Reloads the page if the server has a newer version, whose files have other names: those of this one may be gone. Does so once
 * per version, because a proxy may go on sending the old page. Does nothing if the server is unreachable.
 */
export async function reloadIfReplaced(): Promise<void> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
  if (tabStore.read(RELOADED_KEY, String) === entry) return
  const response = await fetch('/guest', { cache: 'no-store' }).catch(() => null)
  const html = response?.ok ? await response.text().catch(() => entry) : entry
  if (html.includes(entry)) return
  tabStore.write(RELOADED_KEY, entry)
  location.reload()
}
