import { tabStore } from './storage.ts'

/** The script from which this tab last reloaded itself. */
const RELOADED_KEY = 'tenfold.reloaded'

/**
 * Reloads the page if the server has a newer version, whose files have other names: those of this one may be gone. Does so once
 * per version, because a proxy may go on sending the old page. Tells `onAnswer` whether the server is unreachable.
 */
export async function reloadIfReplaced(onAnswer: (isUnreachable: boolean) => void): Promise<void> {
  const entry = document.querySelector('script[src]')?.getAttribute('src') ?? ''
  const response = await fetch('/guest', { cache: 'no-store' }).catch(() => null)
  onAnswer(!response)
  const html = response?.ok ? await response.text().catch(() => entry) : entry
  if (html.includes(entry) || tabStore.read(RELOADED_KEY, String) === entry) return
  tabStore.write(RELOADED_KEY, entry)
  location.reload()
}
