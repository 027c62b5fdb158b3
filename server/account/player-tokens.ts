import { playerTokenOf } from './derived-text.ts'
import type { ChildDataKeys, ChildStore, RetiredToken, StudentTokens } from './port.ts'

type PlayerTokensNeeds = {
  readonly secret: string
  readonly tokenHash: (token: string) => string
  readonly children: Pick<ChildStore, 'tokenRoundOf'>
}

/** The player tokens of students; each student has one at a time. */
type PlayerTokens = {
  /** The token of a round. */
  inRound(studentId: string, round: number): string
  /** The hashes of a student's tokens by round. */
  hashesOf(studentId: string): StudentTokens
  /** The current token. */
  current(studentId: string): Promise<string>
  /** The keys of a child in other tables. */
  dataKeysOf(studentId: string): Promise<ChildDataKeys>
}

export function playerTokens({ secret, tokenHash, children }: PlayerTokensNeeds): PlayerTokens {
  const inRound = (studentId: string, round: number): string => playerTokenOf(secret, studentId, round)
  const now = async (studentId: string): Promise<string> =>
    inRound(studentId, await children.tokenRoundOf(studentId))
  return {
    inRound,
    hashesOf: (studentId) => ({ studentId, hashOf: (round) => tokenHash(inRound(studentId, round)) }),
    current: now,
    dataKeysOf: async (studentId) => ({
      studentId,
      tokenHash: tokenHash(await now(studentId)),
    }),
  }
}

/** Removes players with replaced tokens from queues and battles, and blocks those tokens. */
export function endRetiredPlayers(
  tokens: Pick<PlayerTokens, 'inRound'>,
  removePlayer: (token: string) => Promise<void>,
): (retired: readonly RetiredToken[]) => Promise<void> {
  return async (retired) => {
    await Promise.all(retired.map(({ studentId, round }) => removePlayer(tokens.inRound(studentId, round))))
  }
}
