import { useEffect, type RefObject } from 'react'
import type { PracticeRun } from './practice-run.ts'

/** What Enter and Space press themselves; there they must not submit the answer as well. */
const PRESSED_BY_ENTER = 'a, button, select, summary, [role="button"], [role="switch"]'

/**
 * Brings the keyboard to the answer wherever the focus is on the problem screen, except in a dialog: digits, minus and
 * period are typed, Backspace and Escape erase, Enter submits or continues unless it presses the focused button. Keys go
 * to the listener of the window, so that a keyboard and the keypad work at the same time.
 */
export function useProblemKeys(run: PracticeRun, answer: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('dialog')) return
      if (event.key === 'Enter') {
        // A key held down must not skip the answer that it has just brought up.
        if (event.repeat || !target?.closest(PRESSED_BY_ENTER)) event.preventDefault()
        if (!event.defaultPrevented || event.repeat) return
        enter(run)
      } else if (event.key === 'Escape') {
        run.clear()
      } else if (target !== answer.current && takesKey(run, event.key)) {
        event.preventDefault()
        answer.current?.focus({ preventScroll: true })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [run, answer])
}

function enter(run: PracticeRun): void {
  if (run.view().state.stage === 'revealed') run.send({ type: 'continue' })
  else run.submit()
}

function takesKey(run: PracticeRun, key: string): boolean {
  if (/^[0-9]$/.test(key)) run.type(key)
  else if (key === 'Backspace') run.backspace()
  else if (key === '-' || key === '.') run.setDraft(run.view().draft + key)
  else return false
  return true
}
