import { useEffect, type RefObject } from 'react'
import type { BattleSession } from './battle-session.ts'

/** What Enter and Space press themselves; there they must not submit the answer as well. */
const PRESSED_BY_ENTER = 'a, button'

/**
 * Brings the keyboard to the answer wherever the focus is in the arena, except in a dialog: digits are typed, Backspace and
 * Escape erase, Enter submits unless it presses the focused button.
 */
export function useBattleKeys(session: BattleSession, answer: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('dialog')) return
      if (event.key === 'Enter') {
        if (target?.closest(PRESSED_BY_ENTER)) return
        event.preventDefault()
        // A key held down must not spend the second try on nothing.
        if (!event.repeat) session.submit()
      } else if (event.key === 'Escape') {
        session.clear()
      } else if (target !== answer.current && takesKey(session, event.key)) {
        event.preventDefault()
        answer.current?.focus({ preventScroll: true })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [session, answer])
}

function takesKey(session: BattleSession, key: string): boolean {
  if (/^[0-9]$/.test(key)) session.type(key)
  else if (key === 'Backspace') session.backspace()
  else return false
  return true
}
