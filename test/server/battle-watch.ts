import type { ServerEventName } from '../../contract/battle-events.ts'
import type { EndView, ScoreView, StartView } from '../../domain/battle-view.ts'
import type { GatewayLine } from '../../server/battle/gateway.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'

type Claimed = { readonly battleId: string; readonly problemIndex: number; readonly answer: number }

/** Something happened that may not. */
export function fault(what: string): never {
  throw new Error(what)
}

function keyOf(battleId: string, playerId: string): string {
  return `${battleId} ${playerId}`
}

/** A matched page responded at most this long before, in milliseconds (BAT-16). */
const HEARD_SINCE_MS = 1000

type WatchNeeds = {
  readonly nowMs: () => number
  /** From the first word about a battle to its end at the latest. */
  readonly longestMs: number
}

/**
 * Watches what goes into the gateway and what comes out of it, and throws at what may not be: somebody in two places, somebody
 * events of a battle that they left, a secret sent, points without a right answer, a battle stored twice.
 */
export function battleWatch({ nowMs, longestMs }: WatchNeeds) {
  const firstToldMs = new Map<string, number>()
  const current = new Map<string, GatewayLine>()
  const outdated = new Set<GatewayLine>()
  const battleOf = new Map<string, string>()
  const left = new Set<string>()
  const ended = new Set<string>()
  const ends = new Map<string, EndView[]>()
  /** When each line that can be asked responded last. */
  const heardAtMs = new Map<GatewayLine, number>()
  const problems = new Map<string, StartView['problems']>()
  /** By battle and player: the problems answered right at least once. */
  const right = new Map<string, Set<number>>()

  const bind = (playerId: string, line: GatewayLine): void => {
    const before = current.get(playerId)
    if (before && before !== line) outdated.add(before)
    outdated.delete(line)
    current.set(playerId, line)
  }

  const checkScores = (battleId: string, playerId: string, scores: readonly ScoreView[]): void => {
    const own = scores.find(({ you }) => you) ?? fault('nobody is you')
    const most = 5 * (right.get(keyOf(battleId, playerId))?.size ?? 0)
    if (own.score > most) fault(`${own.score} points where at most ${most} can be`)
  }

  /** Of a battle that nobody played and nobody was there to see the end of, only the time says that it is over. */
  const isOver = (battleId: string): boolean =>
    ended.has(battleId) || nowMs() - (firstToldMs.get(battleId) ?? nowMs()) >= longestMs

  const enter = (playerId: string, battleId: string): void => {
    if (left.has(keyOf(battleId, playerId))) fault(`events of ${battleId}, which was left`)
    const known = battleOf.get(playerId)
    if (known !== undefined && known !== battleId && !isOver(known)) fault(`in ${known} and in ${battleId}`)
    const line = current.get(playerId)
    const silentMs = nowMs() - ((line && heardAtMs.get(line)) ?? nowMs())
    if (known !== battleId && silentMs > HEARD_SINCE_MS) fault(`matched after ${silentMs} ms of silence`)
    battleOf.set(playerId, battleId)
    if (!firstToldMs.has(battleId)) firstToldMs.set(battleId, nowMs())
  }

  return {
    ends,
    /** Something came from a page that can be asked for a sign of life. */
    responded: (line: GatewayLine): void => void heardAtMs.set(line, nowMs()),
    received: (playerId: string, line: GatewayLine, name: string, payload: unknown): void => {
      const fields = (payload ?? {}) as Partial<Claimed> & { playerId?: unknown }
      const names = ['join-battle-queue', 'start-computer-battle', 'battle-ready']
      if (names.includes(name) && fields.playerId === playerId) {
        if (name !== 'battle-ready' || !outdated.has(line)) bind(playerId, line)
      }
      const battleId = battleOf.get(playerId)
      if (name === 'leave-battle-queue' && current.get(playerId) === line && battleId !== undefined) {
        if (!ended.has(battleId)) left.add(keyOf(battleId, playerId))
        battleOf.delete(playerId)
      }
      // A hostile payload has anything in these fields.
      if (
        name === 'battle-answer' &&
        typeof fields.battleId === 'string' &&
        typeof fields.problemIndex === 'number'
      ) {
        const key = keyOf(fields.battleId, playerId)
        if (problems.get(fields.battleId)?.[fields.problemIndex]?.answer !== fields.answer) return
        right.set(key, (right.get(key) ?? new Set()).add(fields.problemIndex))
      }
    },
    sent: (playerId: string, name: ServerEventName, payload: unknown, packet: string): void => {
      if (/player\d+x+/.test(packet)) fault(`a token was sent in ${name}`)
      if (name === 'battle-error') return
      if (name === 'queue-joined') {
        const battleId = battleOf.get(playerId)
        if (battleId !== undefined && !isOver(battleId)) fault(`waits and plays in ${battleId}`)
        return
      }
      const { battleId } = payload as { battleId: string }
      if (name === 'battle-end') {
        if (left.has(keyOf(battleId, playerId))) fault(`the end of ${battleId}, which was left`)
        ended.add(battleId)
        ends.set(battleId, [...(ends.get(battleId) ?? []), payload as EndView])
        return
      }
      enter(playerId, battleId)
      if (name === 'battle-start') {
        const start = payload as StartView
        const known = problems.get(battleId)
        if (known && JSON.stringify(known) !== JSON.stringify(start.problems)) fault('other problems')
        problems.set(battleId, start.problems)
      }
      if (name === 'battle-score-update') {
        checkScores(battleId, playerId, (payload as { scores: readonly ScoreView[] }).scores)
      }
    },
    saved: (battle: FinishedBattle): void => {
      const { battleId, players } = battle
      ended.add(battleId)
      const people = players.flatMap((player) => (player.kind === 'person' ? [player.tokenHash] : []))
      if (new Set(people).size !== people.length) fault(`somebody meets themselves in ${battleId}`)
      for (const { score, problemsAnswered } of players) {
        if (score > 5 * 20 || problemsAnswered > 20) fault(`impossible: ${score}, ${problemsAnswered}`)
      }
    },
  }
}
