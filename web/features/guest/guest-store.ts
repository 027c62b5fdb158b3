import { useStore } from 'zustand'
import type { ScoreAnswer } from '../../../contract/guest.ts'
import type { GuestSession } from '../../../domain/guest-day.ts'
import type { Place } from '../../../domain/location.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { nextPracticeDayMs } from '../../../domain/practice-day.ts'
import type { SessionScore } from '../../../domain/scoring.ts'
import * as geoCalls from '../../generated/geo-calls.ts'
import * as guestCalls from '../../generated/guest-calls.ts'
import { call } from '../../lib/api.ts'
import { createBrowserOutbox, startSending } from '../../lib/browser-outbox.ts'
import { GUEST, GUEST_ACHIEVEMENTS_KEY, GUEST_LOG_PREFIX, LEARNING_PREFIX } from '../../lib/learning-key.ts'
import { nowMs } from '../../lib/now.ts'
import { FRAMES_PREFIX, PACE_KEY, PRACTICE_KEY } from '../../lib/practice-key.ts'
import { readSite } from '../../lib/site.ts'
import { browserStore } from '../../lib/storage.ts'
import { DeviceGuest, remainingSeconds, type GuestDay, type GuestState } from './device-guest.ts'
import type { Scored } from './device-guest.ts'
import {
  guestItems,
  mayDropGuestContent,
  reviveGuestContent,
  sendGuestItem,
  mergeGuestContent,
} from './guest-outbox.ts'
import { LAST_SCORE_KEY, placeFromLookup, SAVED_NICKNAME_KEY, SESSION_KEY } from './identity.ts'

/** How long to wait for the server's response about a new day before continuing with local data. */
const ASK_DAY_MS = 2500
const LOCATE_MS = 8000
/** A battle that has ended is stored within this, as a rule. */
const BATTLE_STORED_MS = 1000
/** When the last battle here is over for everyone, by the server's clock; until its time has been asked for. */
const BATTLE_OVER_KEY = 'tenfold.battleOverMs'
/** A timer that fires early, or a clock corrected meanwhile, must not make the day's timer spin. */
const MIN_DAY_TIMER_MS = 1000
/** A clock that is corrected, or a device that slept, is noticed within this. */
const MAX_DAY_TIMER_MS = 60_000
/** The stored values that other tabs write and this tab shows. */
const SHARED_KEYS = [SESSION_KEY, SAVED_NICKNAME_KEY, LAST_SCORE_KEY]

type FinishedPractice = Pick<PracticeSession, 'id' | 'sessionType'>

/** Writes not sent yet. */
export const guestOutbox = createBrowserOutbox({
  ...guestItems,
  revive: reviveGuestContent,
  chainOf: () => null,
  merge: mergeGuestContent,
  mayDrop: mayDropGuestContent,
  send: (item, secondsAgo, signal) =>
    sendGuestItem(item, secondsAgo, { signal, keepalive: true }, recordScoreAnswer),
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

/** The server's answer to this finished session's score; null until it arrives. */
export function useScored(id: string): Scored | null {
  return useDeviceGuest(({ scored }) => (scored?.id === id ? scored : null))
}

/** Stores the server's answer to a finished session's score, also a student's. */
export function recordScoreAnswer(id: string, answer: ScoreAnswer): void {
  deviceGuest.recordScoreAnswer(id, answer)
}

/** The guest session now, or null before Play Now. */
export function currentGuest(): GuestSession | null {
  return deviceGuest.state.getState().session
}

/** Seconds of practice left today, now. */
export function currentRemainingSeconds(): number {
  return remainingSeconds(deviceGuest.state.getState(), readSite().guestDailySeconds)
}

/** Creates the guest session at once, without waiting for the server (Play Now). */
export function startGuest(): GuestSession {
  return deviceGuest.start()
}

/** Another generated name, kept from now on. */
export function rerollNickname(): void {
  deviceGuest.rerollNickname()
}

/** Somebody else plays here from now on, and begins with an empty garden. */
export function changePlayer(): void {
  const keys = [
    ...browserStore.keys(GUEST_LOG_PREFIX),
    LEARNING_PREFIX + GUEST,
    GUEST_ACHIEVEMENTS_KEY,
    FRAMES_PREFIX + GUEST,
    PRACTICE_KEY,
    PACE_KEY,
  ]
  for (const key of keys) browserStore.remove(key)
  deviceGuest.changePlayer()
}

/** Takes over and stores the nickname that the player has on another device. */
export function adoptNickname(nickname: string): void {
  deviceGuest.adoptNickname(nickname)
}

/**
 * Stores the region the player chose, by country code and name on the boards, both '' for none. It is kept on later days too.
 * A visitor becomes a guest.
 */
export function chooseState(country: string, state: string): void {
  if (currentGuest() === null) deviceGuest.start()
  deviceGuest.chooseState(country, state)
}

/** Keeps the present name for the days to come. */
export function keepNickname(): void {
  deviceGuest.keepNickname()
}

/** Records which facts a league has shown today. */
export function recordShownFacts(league: string, factIds: readonly string[]): void {
  deviceGuest.recordShownFacts(league, factIds)
}

/** Adds seconds of practice to today, here and on the server. */
export function addTimePlayed(seconds: number): void {
  deviceGuest.addTimePlayed(seconds)
}

/** Records that a battle starts, and when it will be over, in case the page is closed during it. */
export function recordBattleStart(): void {
  browserStore.write(BATTLE_OVER_KEY, nowMs() + readSite().battleSeconds * 1000 + 5 * BATTLE_STORED_MS)
}

/**
 * A battle has just taken some of the guest's time, which the server counts when it stores the battle: soon, or when the battle
 * is over for everyone else.
 */
export function expectTimePlayed(): void {
  setTimeout(() => void deviceGuest.refreshTimePlayed(), BATTLE_STORED_MS)
  recordBattleStart()
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
 * Sends a finished session's score, now or when the server is reachable again. Skips sessions without an answer; `recordScore`
 * of the device guest skips those of no league, which have no board.
 */
export function recordScore(score: SessionScore, { id, sessionType }: FinishedPractice): void {
  if (score.totalProblems === 0) return
  deviceGuest.recordScore({
    id,
    league: sessionType,
    score: score.totalScore,
    problemsSolved: score.totalProblems,
    correctAnswers: score.correctAnswers,
    averageTime: Math.round(score.averageTimeMs),
    speedBonus: score.speedBonus,
  })
}

function reloadFromOtherTab({ key }: StorageEvent): void {
  if (key === null || SHARED_KEYS.includes(key)) deviceGuest.reload()
}

/**
 * Keeps the guest true while the page is open: the day is checked now, when the page is looked at again and when the
 * practice day changes, follows other tabs, and sends the outbox. Returns a function that stops it.
 */
export function startGuestUpdates(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = (): void => {
    clearTimeout(timer)
    const dayEndsInMs = nextPracticeDayMs(nowMs()) - nowMs()
    timer = setTimeout(check, Math.min(MAX_DAY_TIMER_MS, Math.max(MIN_DAY_TIMER_MS, dayEndsInMs)))
    void deviceGuest.checkDay()
  }
  const checkWhenSeen = (): void => {
    if (document.visibilityState === 'visible') check()
  }
  document.addEventListener('visibilitychange', checkWhenSeen)
  window.addEventListener('storage', reloadFromOtherTab)
  const stopSending = startSending(guestOutbox)
  check()
  askWhenBattleIsOver()
  return () => {
    clearTimeout(timer)
    stopSending()
    document.removeEventListener('visibilitychange', checkWhenSeen)
    window.removeEventListener('storage', reloadFromOtherTab)
  }
}
