import type { BattleEvent } from '../../../domain/battle-state.ts'
import type { BattlePlan, BattleEntrant } from '../../../domain/battle-setup.ts'
import type { LoggedEvent } from '../../../domain/battle-replay.ts'
import { findBot, type BotId } from '../../../domain/bot.ts'
import type { ProcessId } from './shared-port.ts'

/** A battle before it opens. `lineOwners` are the processes with the connections of its people, by seat. */
type BattleHeader = {
  readonly plan: BattlePlan
  readonly seed: number
  readonly lineOwners: readonly (ProcessId | null)[]
}

/** When a battle opened by its owner's clock, and how far that clock is ahead of the shared time. */
type Opening = { readonly atMs: number; readonly aheadMs: number }

type WrittenEntrant =
  Extract<BattleEntrant, { kind: 'person' }> | { readonly kind: 'bot'; readonly botId: BotId }

/** The first entry of a battle's log. */
export function headerText({ plan, seed, lineOwners }: BattleHeader): string {
  const entrants = plan.entrants.map((entrant): WrittenEntrant =>
    entrant.kind === 'bot' ? { kind: 'bot', botId: entrant.bot.id } : entrant,
  )
  return JSON.stringify({ seed, lineOwners, plan: { ...plan, entrants } })
}

function readEntrant(written: WrittenEntrant): BattleEntrant[] {
  if (written.kind === 'person') return [written]
  const bot = findBot(written.botId)
  return bot ? [{ kind: 'bot', bot }] : []
}

/** Parses the output of `headerText`. */
export function readHeader(text: string): BattleHeader {
  const { plan, seed, lineOwners } = JSON.parse(text) as Omit<BattleHeader, 'plan'> & {
    plan: Omit<BattlePlan, 'entrants'> & { entrants: WrittenEntrant[] }
  }
  return { seed, lineOwners, plan: { ...plan, entrants: plan.entrants.flatMap(readEntrant) } }
}

/** The second entry. */
export function openingText({ atMs, aheadMs }: Opening): string {
  return `[${atMs},${aheadMs}]`
}

/** Parses the output of `openingText`. */
export function readOpening(text: string): Opening {
  const [atMs, aheadMs] = JSON.parse(text) as [number, number]
  return { atMs, aheadMs }
}

/** Any other entry: an event as passed to `step`. Handwritten for speed, because it runs for every answer. */
export function eventText(event: BattleEvent, atMs: number): string {
  switch (event.type) {
    case 'answer': {
      const { seat, problemIndex, answer, responseTimeMs } = event
      return `["a",${atMs},${seat},${problemIndex},${answer},${responseTimeMs}]`
    }
    case 'timeout':
      return `["t",${atMs},${event.seat},${event.problemsAnswered}]`
    case 'drop':
      return `["d",${atMs},${event.seat},${event.sinceMs}]`
    case 'silent':
      return `["s",${atMs},${event.seat},${event.sinceMs}]`
    case 'ready':
      return `["r",${atMs},${event.seat}]`
    case 'leave':
      return `["l",${atMs},${event.seat}]`
    case 'wake':
      return `["w",${atMs}]`
    case 'stop':
      return `["e",${atMs}]`
  }
}

function eventOf(kind: string, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): BattleEvent {
  switch (kind) {
    case 'a':
      return { type: 'answer', seat: a, problemIndex: b, answer: c, responseTimeMs: d }
    case 't':
      return { type: 'timeout', seat: a, problemsAnswered: b }
    case 'd':
      return { type: 'drop', seat: a, sinceMs: b }
    case 's':
      return { type: 'silent', seat: a, sinceMs: b }
    case 'r':
      return { type: 'ready', seat: a }
    case 'l':
      return { type: 'leave', seat: a }
    case 'w':
      return { type: 'wake' }
    case 'e':
      return { type: 'stop' }
    default:
      throw new Error(`unknown battle event: ${kind}`)
  }
}

/** Parses the output of `eventText`. */
export function readEventText(text: string): LoggedEvent {
  const [kind, atMs, ...rest] = JSON.parse(text) as [string, number, ...number[]]
  return { event: eventOf(kind, rest), atMs }
}

/** Converts the event to a clock that is `byMs` ahead of the one it was written with. */
export function shiftedBy({ event, atMs }: LoggedEvent, byMs: number): LoggedEvent {
  const moved =
    event.type === 'drop' || event.type === 'silent' ? { ...event, sinceMs: event.sinceMs + byMs } : event
  return { event: moved, atMs: atMs + byMs }
}
