import { createContext, use, useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'
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
  const run = usePracticeRun()
  return useSyncExternalStore(run.subscribe, () => select(run.view()))
}

/** A part of the view as last painted: for what may follow an answer a frame later. */
export function useSettledView<Value>(select: (view: PracticeView) => Value): Value {
  const run = usePracticeRun()
  return useSyncExternalStore(run.subscribeSettled, () => select(run.settled()))
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
  const run = usePracticeRun()
  useLayoutEffect(() => {
    const show = (): void => {
      if (target.current) write(target.current, run.view())
    }
    show()
    return run.subscribe(show)
  }, [run, target, write])
}
