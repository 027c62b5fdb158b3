/** Only to resolve paths; an address that resolves to another origin leaves the app. */
const APP = 'https://app.invalid'

/**
 * The page of this app to return to after signing in, from the `back` of the sign-in page's address (SIN-3). Null for none, for
 * the sign-in page itself, and for anything that could lead to another site.
 */
export function backFromQuery(text: string | null): string | null {
  if (!text?.startsWith('/')) return null
  try {
    const { origin, pathname, search } = new URL(text, APP)
    // A path that begins with two slashes names another host.
    const isOurs = origin === APP && !pathname.startsWith('//') && pathname !== '/sign-in'
    return isOurs ? pathname + search : null
  } catch {
    return null
  }
}
