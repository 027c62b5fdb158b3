import type { LeagueId } from './league.ts'

/** The two halves of the arena, in the order they are shown (specification §3). */
export const DIVISIONS = ['addition_subtraction', 'multiplication_division'] as const

export type Division = (typeof DIVISIONS)[number]

/** What is asked in a battle (specification §3). */
export const PREFERENCES = ['addition', 'subtraction', 'multiplication', 'division', 'mixed'] as const

export type Preference = (typeof PREFERENCES)[number]

/** The preferences of each division, in the order they are offered (decisions §7). */
export const PREFERENCES_OF: Readonly<Record<Division, readonly Preference[]>> = {
  addition_subtraction: ['addition', 'subtraction', 'mixed'],
  multiplication_division: ['multiplication', 'division', 'mixed'],
}

/** What a battle asks. Players are matched only within the same (division, preference), which has one queue. */
export type BattleType = { readonly division: Division; readonly preference: Preference }

/** Specification §9, Battles; the first three are the defaults of settings (decisions §1). */
export const BATTLE_SECONDS = 60
export const BATTLE_COUNTDOWN_SECONDS = 5
export const BATTLE_PROBLEMS = 150
export const MIN_BATTLE_PLAYERS = 2
export const MAX_BATTLE_PLAYERS = 3
/** How long a player waits for other players before a bot takes their place (specification §4). */
export const BOT_FALLBACK_MS = 7000
/** The grace period after the clock, in which answers and totals in transit are accepted (decisions §7). */
export const BATTLE_GRACE_MS = 2000

/** Whether a preference belongs to a division; `mixed` belongs to both. */
export function hasPreference(division: Division, preference: Preference): boolean {
  return PREFERENCES_OF[division].includes(preference)
}

/** The division that a preference implies; undefined for `mixed`, which belongs to both. */
export function divisionOf(preference: Preference): Division | undefined {
  const divisions = DIVISIONS.filter((division) => hasPreference(division, preference))
  return divisions.length === 1 ? divisions[0] : undefined
}

const MIXED_LEAGUES: Readonly<Record<Division, LeagueId>> = {
  addition_subtraction: 'mixed_add_sub',
  multiplication_division: 'mixed_mult_div',
}

/** The league whose facts a battle asks. */
export function leagueOf({ division, preference }: BattleType): LeagueId {
  return preference === 'mixed' ? MIXED_LEAGUES[division] : `${preference}_facts`
}
