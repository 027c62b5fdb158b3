import { isDuring, MAX_ANSWERS_DURING, withoutOverlaps, type Stretch } from '../../../../domain/overlaps.ts'
import type { FinishedBattle, FinishedPlayer } from '../../../battle/port.ts'
import type { Transaction } from '../../database.ts'
import type { KnownGuest } from '../practice/guest-rows.ts'
import type { BattleRows } from './battle-rows.ts'

/** Sets aside these players' parts of the battle. */
function withSetAside(battle: FinishedBattle, tokenHashes: ReadonlySet<string>): FinishedBattle {
  if (tokenHashes.size === 0) return battle
  const players = battle.players.map((player): FinishedPlayer => {
    const isSetAside = player.kind === 'person' && tokenHashes.has(player.tokenHash)
    return isSetAside ? { ...player, setAside: true } : player
  })
  return { ...battle, players }
}

/**
 * Sets aside students' parts of battles that overlap with their practice or other battles, which happens when a guest is merged
 * into the student during a battle (ADR 0039). Guests are in one battle at a time.
 */
export function overlappingBattles(rows: Pick<BattleRows, 'timesOf' | 'answersOf'>, maxOverlapShare: number) {
  return async (
    transaction: Transaction,
    battles: readonly FinishedBattle[],
    known: ReadonlyMap<string, KnownGuest>,
  ): Promise<readonly FinishedBattle[]> => {
    const students = [...known].filter(([, { guest }]) => guest.studentId !== null)
    const firstMs = Math.min(...battles.map(({ startedAtMs }) => startedAtMs))
    const ids = students.map(([, { id }]) => id)
    const lastMs = Math.max(...battles.map(({ endedAtMs }) => endedAtMs))
    const studentIds = students.flatMap(([, { guest }]) => guest.studentId ?? [])
    const [battleTimes, answers] = await Promise.all([
      rows.timesOf(transaction, ids, firstMs),
      rows.answersOf(transaction, studentIds, { fromMs: firstMs, untilMs: lastMs }),
    ])
    const times = new Map(battleTimes)
    const studentOf = new Map(students.map(([tokenHash, { id, guest }]) => [tokenHash, { id, guest }]))
    const practiced = (studentId: string | null, battle: Stretch): boolean => {
      const during = (answers.get(studentId ?? '') ?? []).filter((atMs) => isDuring([battle], atMs))
      return during.length > MAX_ANSWERS_DURING
    }
    return battles.map((battle) => {
      const stretch = { fromMs: battle.startedAtMs, untilMs: battle.endedAtMs }
      const elsewhere = battle.players.flatMap((player) => {
        const student = player.kind === 'person' && !player.left ? studentOf.get(player.tokenHash) : undefined
        if (student === undefined || player.kind === 'bot') return []
        const { id, guest } = student
        const taken = times.get(id) ?? []
        if (practiced(guest.studentId, stretch)) return [player.tokenHash]
        if (withoutOverlaps(taken, [stretch], maxOverlapShare).length === 0) return [player.tokenHash]
        times.set(id, [...taken, stretch])
        return []
      })
      return withSetAside(battle, new Set(elsewhere))
    })
  }
}
