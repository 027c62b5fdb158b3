import { keyOfStudent } from './child-sign-in.ts'
import { playerTokenOf } from './derived-text.ts'
import type { ChildOfData, ChildStore, RetiredToken, StudentTokens } from './port.ts'

type PlayerTokensNeeds = {
  readonly secret: string
  readonly tokenHash: (token: string) => string
  readonly children: Pick<ChildStore, 'tokenRoundOf'>
}

/** The tokens under which students play, of which each student has one at a time. */
type PlayerTokens = {
  /** The token of a round. */
  inRound(studentId: string, round: number): string
  /** The stored forms of a student's tokens, by their rounds. */
  hashesOf(studentId: string): StudentTokens
  /** The token of now. */
  now(studentId: string): Promise<string>
  /** How other tables know a child. */
  dataOf(studentId: string): Promise<ChildOfData>
}

export function playerTokens({ secret, tokenHash, children }: PlayerTokensNeeds): PlayerTokens {
  const inRound = (studentId: string, round: number): string => playerTokenOf(secret, studentId, round)
  const now = async (studentId: string): Promise<string> =>
    inRound(studentId, await children.tokenRoundOf(studentId))
  return {
    inRound,
    hashesOf: (studentId) => ({ studentId, hashOf: (round) => tokenHash(inRound(studentId, round)) }),
    now,
    dataOf: async (studentId) => ({
      studentId,
      tokenHash: tokenHash(await now(studentId)),
      accountKey: keyOfStudent(studentId),
    }),
  }
}

/** Ends what players are in under tokens that have just been replaced, and takes nothing more under those. */
export function endRetired(
  tokens: Pick<PlayerTokens, 'inRound'>,
  endPlayer: (token: string) => Promise<void>,
): (retired: readonly RetiredToken[]) => Promise<void> {
  return async (retired) => {
    await Promise.all(retired.map(({ studentId, round }) => endPlayer(tokens.inRound(studentId, round))))
  }
}
