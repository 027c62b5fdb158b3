import type { Fact } from '../../../domain/fact.ts'
import type { AnsweredProblem } from '../../../domain/scoring.ts'
import { useFresh } from '../../lib/use-fresh.ts'
import { sessionOf } from './practice-view.ts'
import { useView } from './use-run.ts'

type JustSolved = {
  /** The number of answered problems, including this one. */
  readonly number: number
  readonly fact: Fact
  readonly answer: AnsweredProblem
}

/** The problem that was just solved, until the next key or touch, for at most `longestMs`; else null. */
export function useJustSolved(longestMs: number): JustSolved | null {
  const session = useView(({ state }) => sessionOf(state))
  const fresh = useFresh(session?.answered, longestMs)
  const number = session?.answered.length ?? 0
  const answer = session?.answered.at(-1)
  const fact = session?.facts.find(({ id }) => id === answer?.factId)
  return fresh && fact && answer?.correct ? { number, fact, answer } : null
}
