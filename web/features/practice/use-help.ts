import { useMemo } from 'react'
import { diagnose } from '../../../domain/learning/diagnosis.ts'
import { helpFor, type Help } from '../../../domain/learning/hint.ts'
import { memoryOf, shownBy } from '../../../domain/learning/memory.ts'
import { KNOWN_LEVEL } from '../../../domain/learning/states.ts'
import { currentFact } from './practice-view.ts'
import { usePracticeRun, useView } from './use-run.ts'

/** Help with the last wrong answer to the current problem; null before the first miss. */
export function useHelp(): Help | null {
  const run = usePracticeRun()
  // No help once the answer is shown.
  const missed = useView(({ state }) =>
    'missed' in state && state.stage !== 'revealed' ? state.missed : null,
  )
  // Null without a miss: a value that changes with each problem would re-render in the frame that shows the next one.
  const fact = useView(({ state }) => (missed === null ? null : currentFact(state)))
  return useMemo(() => {
    if (fact === null || missed === null) return null
    const memory = run.memory()
    const knows = (factId: string): boolean =>
      memory !== null && (shownBy(memoryOf(memory, factId))?.level ?? 0) >= KNOWN_LEVEL
    return helpFor(fact, missed.given, diagnose(fact, missed.given), knows)
  }, [run, fact, missed])
}
