import { PlayersDeleted } from '../guest/port.ts'
import type { SignedInStudents } from './port.ts'

type Player = Awaited<ReturnType<SignedInStudents['playerOf']>>

/**
 * Does something in the name of the player that a student is: once more where it has another token by now, because the student was
 * signed out meanwhile. What was under way counts all the same.
 */
export async function asPlayer<Value>(
  students: Pick<SignedInStudents, 'playerOf'>,
  studentId: string,
  act: (player: Player) => Promise<Value>,
): Promise<Value> {
  const player = await students.playerOf(studentId)
  try {
    return await act(player)
  } catch (error) {
    if (!(error instanceof PlayersDeleted)) throw error
    const renewed = await students.playerOf(studentId)
    if (renewed.token === player.token) throw error
    return act(renewed)
  }
}
