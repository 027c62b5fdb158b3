import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { PracticeRun } from './practice-run.ts'
import type { PracticeView } from './practice-view.ts'

export const RunContext = createContext<PracticeRun | null>(null)

/** The practice this component belongs to; it must stand inside `Practice`. */
export function usePracticeRun(): PracticeRun {
  const run = use(RunContext)
  if (run === null) throw new Error('A part of practice was drawn outside of it')
  return run
}

/** A part of the view. `select` must give the same value for the same view: no new objects. */
export function useView<Value>(select: (view: PracticeView) => Value): Value {
  return useStore(usePracticeRun().view, select)
}
