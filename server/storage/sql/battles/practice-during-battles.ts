import { isDuring, MAX_ANSWERS_DURING } from '../../../../domain/overlaps.ts'
import type { FinishedBattle, FinishedPlayer } from '../../../battle/port.ts'
import type { Transaction } from '../../database.ts'
import type { KnownGuest } from '../practice/guest-rows.ts'
import { answersOf } from './battle-rows.ts'

/** Sets aside students' parts of a battle during which they practiced (BAT-111). */
export async function withPracticedSetAside(
  transaction: Transaction,
  battle: FinishedBattle,
  known: ReadonlyMap<string, KnownGuest>,
): Promise<FinishedBattle> {
  const stretch = { fromMs: battle.startedAtMs, untilMs: battle.endedAtMs }
  const students = [...known.values()].flatMap(({ guest }) => guest.studentId ?? [])
  const answers = await answersOf(transaction, students, stretch)
  const hasPracticed = (tokenHash: string): boolean => {
    const moments = answers.get(known.get(tokenHash)?.guest.studentId ?? '') ?? []
    return moments.filter((atMs) => isDuring([stretch], atMs)).length > MAX_ANSWERS_DURING
  }
  const players = battle.players.map((player): FinishedPlayer => {
    const isSetAside = player.kind === 'person' && !player.left && hasPracticed(player.tokenHash)
    return isSetAside ? { ...player, setAside: true } : player
  })
  return { ...battle, players }
}
