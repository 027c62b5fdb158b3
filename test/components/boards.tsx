import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { GuestSession } from '../../domain/guest-day.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { startApp, type RunningApp, type StartOptions } from '../factories/app.ts'
import { newToken } from '../factories/guest-calls.ts'

const VIEWER = {
  nickname: 'NimbleFox3',
  country: 'US',
  state: 'California',
  location: 'Sacramento',
  timePlayedToday: 0,
  factsShownToday: {},
}

const browser = (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM

type Ask = () => Promise<Response>
type Interception = { readonly address: RegExp; readonly answer: (ask: Ask) => Promise<Response> }

const interceptions = new Set<Interception>()
const inFlight = new Set<Promise<Response>>()
let stop = (): void => {}

/** Every test begins in an empty browser, with pages that have requested nothing. */
export function eachInAnEmptyBrowser(): void {
  beforeEach(() => {
    localStorage.clear()
    vi.resetModules()
    const network = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const found = [...interceptions].find(({ address }) => address.test(String(input)))
      const ask: Ask = () => {
        const answer = network(input, init)
        inFlight.add(answer)
        return answer.finally(() => inFlight.delete(answer))
      }
      return found ? found.answer(ask) : ask()
    })
  })
  afterEach(async () => {
    await closePage()
    interceptions.clear()
    vi.restoreAllMocks()
  })
}

/** The addresses that have been requested so far. */
export const requests = (): string[] => vi.mocked(fetch).mock.calls.map(([address]) => String(address))

/** Ends the page, as a reload does: the browser's storage stays. */
export async function closePage(): Promise<void> {
  // A request that is aborted instead is logged.
  await Promise.allSettled(inFlight)
  cleanup()
  stop()
  stop = () => {}
  vi.resetModules()
}

/** A server with empty boards, which is the origin of the pages opened from now on. */
export async function startBoards(options: StartOptions = { now: Date.now }): Promise<RunningApp> {
  const app = await startApp(options)
  browser.setURL(app.url)
  return app
}

/** Makes somebody the guest of this browser, with the token that is returned. */
export function beViewer(change: Partial<GuestSession> = {}): string {
  const session: GuestSession = {
    ...VIEWER,
    sessionToken: newToken(),
    lastActiveDate: practiceDay(Date.now()),
    ...change,
  }
  localStorage.setItem('guestSession', JSON.stringify(session))
  return session.sessionToken
}

const PAGES = {
  '/guest': async () => {
    const { GuestHomePage } = await import('../../web/pages/guest-home-page.tsx')
    return <GuestHomePage prefetchPractice={() => {}} />
  },
  '/leaderboard': async () => {
    const { LeaderboardPage } = await import('../../web/pages/leaderboard-page.tsx')
    return <LeaderboardPage />
  },
  '/leaderboard-individual': async () => {
    const { LeaderboardIndividualPage } = await import('../../web/pages/leaderboard-individual-page.tsx')
    return <LeaderboardIndividualPage />
  },
}

/** Opens a page of this browser. */
export async function openPage(path: keyof typeof PAGES, query = ''): Promise<void> {
  history.replaceState(null, '', path + query)
  const page = await PAGES[path]()
  const { startGuestUpdates } = await import('../../web/features/guest/guest-store.ts')
  stop = startGuestUpdates()
  window.dispatchEvent(new StorageEvent('storage', { key: 'guestSession' }))
  render(page)
}

/** Answers the requests to matching addresses in place of the network, which `ask` reaches; returns what ends that. */
export function intercept(address: RegExp, answer: Interception['answer']): () => void {
  const interception = { address, answer }
  interceptions.add(interception)
  return () => void interceptions.delete(interception)
}

export const unreachable = (): Promise<Response> => Promise.reject(new TypeError('unreachable'))

/** Something to wait for that a test lets happen. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const door = new AbortController()
  const opened = new Promise<void>((resolve) => door.signal.addEventListener('abort', () => resolve()))
  return { opened, open: () => door.abort() }
}

/** The texts of a list's rows; none while the list is not there. */
export function rowsOf(list: string | RegExp): string[] {
  const found = screen.queryByRole('list', { name: list })
  return found
    ? within(found)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : []
}

/** The texts of the rows of the day's board. */
export const boardRows = (): string[] => rowsOf(/^Today’s/)

export const region = (name: string): HTMLElement => screen.getByRole('region', { name })

export const hrefOf = (link: string): string | null =>
  screen.getAllByRole('link', { name: link })[0]?.getAttribute('href') ?? null
