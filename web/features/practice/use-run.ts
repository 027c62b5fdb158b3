import { createContext, use, useLayoutEffect, type RefObject } from 'react'
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

/** A part of the view, now. `select` must give the same value for the same view: no new objects. */
export function useView<Value>(select: (view: PracticeView) => Value): Value {
  return useStore(usePracticeRun().view, select)
}

/** A part of the view as last painted: for what may follow an answer a frame later. */
export function useSettledView<Value>(select: (view: PracticeView) => Value): Value {
  return useStore(usePracticeRun().settled, select)
}

/**
 * Writes a part of the view into an element, now and whenever the view changes, in the very turn of the key: for the two
 * things that a right answer changes, drawing by React would take as long as everything else together. React must give
 * the element no content of its own, and `write` must stay the same.
 */
export function useWritten<Target extends HTMLElement>(
  target: RefObject<Target | null>,
  write: (element: Target, view: PracticeView) => void,
): void {
  const { view } = usePracticeRun()
  useLayoutEffect(() => {
    const show = (): void => {
      if (target.current) write(target.current, view.getState())
    }
    show()
    return view.subscribe(show)
  }, [view, target, write])
}
