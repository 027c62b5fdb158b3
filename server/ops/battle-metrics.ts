import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { BATTLE_ERROR_CODES, type BattleErrorCode } from '../../contract/battle-events.ts'

/** Current load of the arena. */
type Levels = {
  readonly connections: number
  readonly waiting: number
  readonly liveBattles: number
  readonly unsaved: number
  /** Whether the shared store is unreachable. */
  readonly isSharedUnavailable: boolean
}

const TAKEN_FROM = ['silent', 'stopped'] as const

/** Why battles of another process were taken over: it sent no heartbeats, or left them when it was stopped. */
export type TakenFrom = (typeof TAKEN_FROM)[number]

const REFUSED_HANDSHAKES = ['other_site', 'busy', 'draining'] as const

/** Why a page may not connect. */
export type RefusedHandshake = (typeof REFUSED_HANDSHAKES)[number]

export type BattleMetrics = {
  refused(code: BattleErrorCode): void
  refusedHandshake(reason: RefusedHandshake): void
  answered(): void
  /** A connection was closed because it sent too much. */
  flooded(): void
  /** A player's wait for opponents ended. */
  waited(outcome: 'people' | 'computer' | 'left', seconds: number): void
  /** A finished battle could not be stored. */
  lost(): void
  /** This process took over battles of another. */
  tookOver(from: TakenFrom, battles: number): void
  /** Another process took over battles of this one. */
  letGo(battles: number): void
  /** An error in the shared arena. */
  sharedFailed(): void
  /** Sets the function that reads the levels for each scrape. */
  readLevels(read: () => Levels): void
}

function noLoad(): Levels {
  return { connections: 0, waiting: 0, liveBattles: 0, unsaved: 0, isSharedUnavailable: false }
}

/** Gauges that are read at each scrape. */
function levelGauges(registers: Registry[], levels: () => Levels): void {
  const gauge = (name: string, help: string, pick: (now: Levels) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(pick(levels()))
      },
    })
  gauge('battle_connections', 'Open connections of the battle socket.', (now) => now.connections)
  gauge('battle_queue_length', 'Players waiting for opponents.', (now) => now.waiting)
  gauge('battle_live', 'Live battles.', (now) => now.liveBattles)
  gauge('battle_unsaved', 'Finished battles that are not stored yet.', (now) => now.unsaved)
  gauge('battle_shared_away', 'Whether Redis, through which servers share battles, is unreachable.', (now) =>
    now.isSharedUnavailable ? 1 : 0,
  )
}

/** The metrics of Math Battles (issue 4: overload is visible). */
export function battleMetrics(registry: Registry): BattleMetrics {
  const registers = [registry]
  let answers = 0
  let levels: () => Levels = noLoad
  levelGauges(registers, () => levels())
  const counter = <Label extends string>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ): Counter<Label> => new Counter({ name, help, labelNames, registers })
  const refusals = counter('battle_refusals_total', 'Events that were refused, by code.', 'code')
  const handshakes = counter(
    'battle_handshakes_refused_total',
    'Connections of the battle socket that were refused, by reason.',
    'reason',
  )
  const floods = counter(
    'battle_floods_total',
    'Connections that were closed because they sent far more than a page does.',
  )
  const lost = counter('battle_lost_total', 'Finished battles that could not be stored.')
  const takenOver = counter(
    'battle_taken_over_total',
    'Battles taken over from another server, by reason.',
    'from',
  )
  const letGo = counter(
    'battle_let_go_total',
    'Battles of this server that another took over because this one was silent for too long.',
  )
  const sharedFailures = counter('battle_shared_failures_total', 'Errors in the arena shared by servers.')
  const waits = new Histogram({
    name: 'battle_wait_seconds',
    help: 'Time that players wait in the queue, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 3, 5, 7, 10, 30],
    registers,
  })
  const answersTotal = new Counter({
    name: 'battle_answers_total',
    help: 'Answers received by the referee.',
    registers,
    // Answers are counted tens of thousands of times a second; scrapes happen every few seconds.
    collect() {
      this.reset()
      this.inc(answers)
    },
  })
  answersTotal.inc(0)
  // All labels start at 0, because monitoring computes increases and would miss the first increment of a new series.
  for (const code of BATTLE_ERROR_CODES) refusals.inc({ code }, 0)
  for (const reason of REFUSED_HANDSHAKES) handshakes.inc({ reason }, 0)
  for (const from of TAKEN_FROM) takenOver.inc({ from }, 0)
  return {
    refused: (code) => refusals.inc({ code }),
    refusedHandshake: (reason) => handshakes.inc({ reason }),
    answered: () => {
      answers += 1
    },
    flooded: () => floods.inc(),
    waited: (outcome, seconds) => waits.observe({ outcome }, seconds),
    lost: () => lost.inc(),
    tookOver: (from, battles) => takenOver.inc({ from }, battles),
    letGo: (battles) => letGo.inc(battles),
    sharedFailed: () => sharedFailures.inc(),
    readLevels: (from) => {
      levels = from
    },
  }
}
