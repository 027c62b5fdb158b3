import { useStore } from 'zustand'
import type { ScoreAnswer } from '../../../contract/guest.ts'
import type { GuestSession } from '../../../domain/guest-day.ts'
import type { Place } from '../../../domain/location.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { nextPracticeDayMs, practiceDay } from '../../../domain/practice-day.ts'
import type { SessionScore } from '../../../domain/scoring.ts'
import * as geoCalls from '../../generated/geo-calls.ts'
import * as guestCalls from '../../generated/guest-calls.ts'
import { call } from '../../lib/api.ts'
import { createBrowserOutbox, keepSending } from '../../lib/browser-outbox.ts'
import { GUEST, LEARNING_PREFIX } from '../../lib/learning-key.ts'
import { nowMs } from '../../lib/now.ts'
import { FRAMES_PREFIX, PACE_KEY, PRACTICE_KEY } from '../../lib/practice-key.ts'
import { readSite } from '../../lib/site.ts'
import { browserStore } from '../../lib/storage.ts'
import { DeviceGuest, remainingSeconds, type GuestDay, type GuestState } from './device-guest.ts'
import { GuestLog } from './guest-log.ts'
import type { Scored } from './device-guest.ts'
import {
  guestItems,
  mayDropGuestContent,
  reviveGuestContent,
  sendGuestItem,
  supersedesGuestContent,
} from './guest-outbox.ts'
import { LAST_SCORE_KEY, placeFromLookup, SAVED_NICKNAME_KEY, SESSION_KEY } from './identity.ts'

/** The server is asked about a new day no longer than this; then play goes on with what is known here. */
const ASK_DAY_MS = 2500
const LOCATE_MS = 8000
/** A battle that has ended is stored within this, as a rule. */
const BATTLE_STORED_MS = 1000
/** When the last battle here is over for everyone, by the server's clock; until its time has been asked for. */
const BATTLE_OVER_KEY = 'tenfold.battleOverMs'
/** A timer that fires early, or a clock corrected meanwhile, must not make the day's timer spin. */
const SHORTEST_DAY_TIMER_MS = 1000
/** A clock that is corrected, or a device that slept, is noticed within this. */
const LONGEST_DAY_TIMER_MS = 60_000
/** What another tab may write that is shown here. */
const HEARD_KEYS = [SESSION_KEY, SAVED_NICKNAME_KEY, LAST_SCORE_KEY]

type FinishedPractice = Pick<PracticeSession, 'id' | 'sessionType'>

/** What waits for the server. */
const guestOutbox = createBrowserOutbox({
  ...guestItems,
  revive: reviveGuestContent,
  chainOf: () => null,
  supersedes: supersedesGuestContent,
  mayDrop: mayDropGuestContent,
  send: (item, secondsAgo, signal) =>
    sendGuestItem(item, secondsAgo, { signal, keepalive: true }, noteScored),
})

async function fetchDay(sessionToken: string): Promise<GuestDay | null> {
  const result = await call(guestCalls.readSession, { params: { sessionToken } }, { timeoutMs: ASK_DAY_MS })
  return result.ok ? result.value : null
}

async function locate(): Promise<Place | null> {
  if (!readSite().looksUpLocation) return null
  const result = await call(geoCalls.locate, {}, { timeoutMs: LOCATE_MS })
  return result.ok ? placeFromLookup(result.value) : null
}

const deviceGuest = new DeviceGuest({
  store: browserStore,
  outbox: guestOutbox,
  nowMs,
  random: Math.random,
  fetchDay,
  locate,
})

/** The answers of the guest on this device. */
export const guestLog = new GuestLog(browserStore, () => practiceDay(nowMs()))

/** A part of the state, as it changes; `select` must give the same value for the same state. */
function useDeviceGuest<Value>(select: (state: GuestState) => Value): Value {
  return useStore(deviceGuest.state, select)
}

/** The guest on this device, as it changes. */
export function useGuest(): GuestState {
  return useDeviceGuest((state) => state)
}

/** Seconds of practice left today, as they change; `GUEST_DAILY_SECONDS` when nobody plays yet. */
export function useRemainingSeconds(): number {
  return useDeviceGuest((state) => remainingSeconds(state, readSite().guestDailySeconds))
}

/** What the server said of the score of this finished session; null until it has. */
export function useScored(id: string): Scored | null {
  return useDeviceGuest(({ scored }) => (scored?.id === id ? scored : null))
}

/** Notes what the server said of the place that a finished session gave, a student's as well. */
export function noteScored(id: string, answer: ScoreAnswer): void {
  deviceGuest.noteScored(id, answer)
}

/** The guest session now, or null before Play Now. */
export function currentGuest(): GuestSession | null {
  return deviceGuest.state.getState().session
}

/** Seconds of practice left today, now. */
export function currentRemainingSeconds(): number {
  return remainingSeconds(deviceGuest.state.getState(), readSite().guestDailySeconds)
}

/** Play Now: makes the session at once, waiting for nothing. */
export function startGuest(): GuestSession {
  return deviceGuest.start()
}

/** Another generated name, kept from now on. */
export function rerollNickname(): void {
  deviceGuest.rerollNickname()
}

/** Somebody else plays here from now on, and begins with an empty garden. */
export function changePlayer(): void {
  guestLog.take()
  const keys = [LEARNING_PREFIX + GUEST, FRAMES_PREFIX + GUEST, PRACTICE_KEY, PACE_KEY]
  for (const key of keys) browserStore.remove(key)
  deviceGuest.changePlayer()
}

/** Takes the nickname that the player has on another device, kept from now on. */
export function adoptNickname(nickname: string): void {
  deviceGuest.adoptNickname(nickname)
}

/** The player's own region by its country's code and its name on the boards, both '' for none; it stands on the days to come too. */
export function chooseState(country: string, state: string): void {
  deviceGuest.chooseState(country, state)
}

/** Keeps the present name for the days to come. */
export function keepNickname(): void {
  deviceGuest.keepNickname()
}

/** Notes which facts a league has shown today. */
export function noteFactsShown(league: string, factIds: readonly string[]): void {
  deviceGuest.noteFactsShown(league, factIds)
}

/** Adds seconds of practice to today, here and on the server. */
export function addTimePlayed(seconds: number): void {
  deviceGuest.addTimePlayed(seconds)
}

/** A battle begins here. When it is over is kept, for who closes the page in it. */
export function noteBattleBegun(): void {
  browserStore.write(BATTLE_OVER_KEY, nowMs() + readSite().battleSeconds * 1000 + 5 * BATTLE_STORED_MS)
}

/**
 * A battle has just taken some of the guest's time, which the server counts when it stores the battle: soon, or when the battle
 * is over for everyone else.
 */
export function expectTimePlayed(): void {
  setTimeout(() => void deviceGuest.refreshTimePlayed(), BATTLE_STORED_MS)
  noteBattleBegun()
  askWhenBattleIsOver()
}

function battleOverMs(): number | null {
  return browserStore.read(BATTLE_OVER_KEY, (json) => (typeof json === 'number' ? json : null))
}

function askWhenBattleIsOver(): void {
  const overMs = battleOverMs()
  if (overMs === null) return
  const ask = async (): Promise<void> => {
    await deviceGuest.refreshTimePlayed()
    if (battleOverMs() === overMs) browserStore.remove(BATTLE_OVER_KEY)
  }
  setTimeout(() => void ask(), overMs - nowMs())
}

/**
 * Sends a finished session's score, now or when the server is back. One without an answer has nothing to tell, and one of no
 * league has no board (`recordScore` of the device guest knows which).
 */
export function recordScore(score: SessionScore, { id, sessionType }: FinishedPractice): void {
  if (score.totalProblems === 0) return
  deviceGuest.recordScore({
    id,
    league: sessionType,
    score: score.totalScore,
    problemsSolved: score.totalProblems,
    correctAnswers: score.correctAnswers,
    averageTime: score.averageTimeMs,
    speedBonus: score.speedBonus,
  })
}

function hearOtherTabs({ key }: StorageEvent): void {
  if (key === null || HEARD_KEYS.includes(key)) deviceGuest.reload()
}

/**
 * Keeps the guest true while the page is open: the day is checked now, when the page is looked at again and when the
 * practice day turns; other tabs are heard; the outbox sends. Returns what ends it.
 */
export function keepGuestCurrent(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = (): void => {
    clearTimeout(timer)
    const dayEndsInMs = nextPracticeDayMs(nowMs()) - nowMs()
    timer = setTimeout(check, Math.min(LONGEST_DAY_TIMER_MS, Math.max(SHORTEST_DAY_TIMER_MS, dayEndsInMs)))
    void deviceGuest.checkDay()
  }
  const checkWhenSeen = (): void => {
    if (document.visibilityState === 'visible') check()
  }
  document.addEventListener('visibilitychange', checkWhenSeen)
  window.addEventListener('storage', hearOtherTabs)
  const stopSending = keepSending(guestOutbox)
  check()
  askWhenBattleIsOver()
  return () => {
    clearTimeout(timer)
    stopSending()
    document.removeEventListener('visibilitychange', checkWhenSeen)
    window.removeEventListener('storage', hearOtherTabs)
  }
}
