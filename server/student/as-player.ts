import { PlayersDeleted } from '../guest/port.ts'
import type { SignedInStudents } from './port.ts'

type Player = Awaited<ReturnType<SignedInStudents['playerOf']>>

/**
 * Runs `act` with the student's player. If the student was signed out meanwhile and has a new token, retries once with it, so that
 * requests in flight still count.
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
