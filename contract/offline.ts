/** What the service worker keeps for play without a network, written by the server at the top of `/sw.js`. */
export type OfflineBuild = {
  /** A hash of everything below and of the worker's code. */
  readonly version: string
  /** The path of the page that is shown for every address without a network. */
  readonly page: string
  /** The script of that page. It names all others, so a page with it belongs to these files. */
  readonly entry: string
  /** Paths of all files that play needs, the entry included. */
  readonly files: readonly string[]
}
