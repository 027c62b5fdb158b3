import { playerTokenOf } from './derived-text.ts'
import type { RetiredToken, StudentTokens } from './port.ts'
import type { ChildStore } from '../storage/sql/accounts/child-store.ts'

type PlayerTokensNeeds = {
  readonly secret: string
  readonly tokenHash: (token: string) => string
  readonly children: Pick<ChildStore, 'tokenRoundOf'>
}

/** The player tokens of students; each student has one at a time. */
export function playerTokens({ secret, tokenHash, children }: PlayerTokensNeeds) {
  /** The token of a round. */
  const inRound = (studentId: string, round: number): string => playerTokenOf(secret, studentId, round)
  const current = async (studentId: string): Promise<string> =>
    inRound(studentId, await children.tokenRoundOf(studentId))
  return {
    inRound,
    /** The hashes of a student's tokens by round. */
    hashesOf: (studentId: string): StudentTokens => ({
      studentId,
      hashOf: (round) => tokenHash(inRound(studentId, round)),
    }),
    current,
    /** The keys of a child in other tables. */
    dataKeysOf: async (studentId: string) => ({
      studentId,
      tokenHash: tokenHash(await current(studentId)),
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

type PlayerTokens = ReturnType<typeof playerTokens>
