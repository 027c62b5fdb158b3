import { announcedNow } from '../../../domain/achievements/announce.ts'
import { isAchievement, type Earned } from '../../../domain/achievements/catalog.ts'
import {
  NO_COUNTERS,
  NO_FACT_COUNTERS,
  type Counters,
  type FactCounters,
} from '../../../domain/achievements/counters.ts'
import { fieldsOf, isLike } from '../../../domain/json-fields.ts'
import { GUEST_ACHIEVEMENTS_KEY } from '../../lib/learning-key.ts'
import type { DurableStore } from '../../lib/storage.ts'

type GuestAchievement = Earned & { readonly shownAtMs: number | null }

/** What this device stores of its guest's achievements. */
export type GuestAchievements = {
  /** Null before the first session on this device. */
  readonly counters: Counters | null
  /** By fact number. */
  readonly facts: Readonly<Record<string, FactCounters>>
  /** The days of practice. */
  readonly days: readonly { readonly day: string; readonly atMs: number }[]
  readonly achievements: readonly GuestAchievement[]
}

const NO_RECORD: GuestAchievements = { counters: null, facts: {}, days: [], achievements: [] }

function isAchieved(json: unknown): boolean {
  const fields = fieldsOf(json)
  return (
    isAchievement(String(fields.get('id'))) &&
    ['about', 'day'].every((name) => typeof fields.get(name) === 'string') &&
    ['level', 'amount', 'atMs'].every((name) => typeof fields.get(name) === 'number')
  )
}

/** Null for anything but what this version has written. */
function revive(json: unknown): GuestAchievements | null {
  const fields = fieldsOf(json)
  const [counters, days, achievements] = [
    fields.get('counters'),
    fields.get('days'),
    fields.get('achievements'),
  ]
  const isRecord =
    (counters === null || isLike(counters, NO_COUNTERS)) &&
    Object.values(Object(fields.get('facts')) as object).every((fact) => isLike(fact, NO_FACT_COUNTERS)) &&
    Array.isArray(days) &&
    days.every((day) => typeof fieldsOf(day).get('day') === 'string') &&
    Array.isArray(achievements) &&
    achievements.every(isAchieved)
  return isRecord ? (json as GuestAchievements) : null
}

export function readGuestAchievements(store: DurableStore): GuestAchievements {
  return store.read(GUEST_ACHIEVEMENTS_KEY, revive) ?? NO_RECORD
}

export function writeGuestAchievements(store: DurableStore, record: GuestAchievements): void {
  store.write(GUEST_ACHIEVEMENTS_KEY, record)
}

/** What the guest has achieved, newest first. */
export function guestCollection(store: DurableStore): readonly GuestAchievement[] {
  return readGuestAchievements(store).achievements.toReversed()
}

/** What to announce to the guest now. `todayStartMs` is when its day began. */
export function announcedToGuest(store: DurableStore, todayStartMs: number, nowMs: number) {
  return announcedNow(readGuestAchievements(store).achievements, todayStartMs, nowMs)
}

type Key = Pick<Earned, 'id' | 'level'>

/** Notes which achievements were shown, so that they are announced once. */
export function noteShownToGuest(store: DurableStore, shown: readonly Key[], nowMs: number): void {
  const record = readGuestAchievements(store)
  const isShown = ({ id, level }: Key): boolean => shown.some((one) => one.id === id && one.level === level)
  const achievements = record.achievements.map((one) => (isShown(one) ? { ...one, shownAtMs: nowMs } : one))
  writeGuestAchievements(store, { ...record, achievements })
}

/** What was shown to the guest since then. */
export function shownToGuest(store: DurableStore, sinceMs: number): readonly Key[] {
  const shown = readGuestAchievements(store).achievements.filter(
    ({ shownAtMs }) => (shownAtMs ?? 0) >= sinceMs,
  )
  return shown.map(({ id, level }) => ({ id, level }))
}
