import { useLayoutEffect, type RefObject } from 'react'

/** What Enter and Space press themselves; there they must not submit the answer as well. */
const PRESSED_BY_ENTER = 'a, button'

/** What takes the keys: `type` gets a digit, a minus or a period and keeps what it has a use for. */
type TakesKeys = {
  readonly type: (character: string) => void
  readonly backspace: () => void
  readonly clear: () => void
}

/**
 * Brings the keyboard to the answer wherever the focus is, except in a dialog: digits, minus and period are typed,
 * Backspace and Escape erase, Enter does what `onEnter` says unless it presses the focused button. Keys go to the listener
 * of the window, so that a keyboard and the keypad work at the same time.
 * @param onEnter must stay the same
 */
export function useAnswerKeys<Target extends TakesKeys>(
  target: Target,
  answer: RefObject<HTMLInputElement | null>,
  onEnter: (target: Target) => void,
): void {
  // Before the paint: a key pressed as soon as the problem is seen is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const focused = event.target instanceof Element ? event.target : null
      if (focused?.closest('dialog')) return
      if (event.key === 'Enter') {
        // A key held down must neither spend the second try on nothing nor skip the answer that it has just brought up.
        if (event.repeat || !focused?.closest(PRESSED_BY_ENTER)) event.preventDefault()
        if (event.defaultPrevented && !event.repeat) onEnter(target)
      } else if (event.key === 'Escape') {
        target.clear()
      } else if (focused !== answer.current && takesKey(target, event.key)) {
        event.preventDefault()
        answer.current?.focus({ preventScroll: true })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [target, answer, onEnter])
}

function takesKey(target: TakesKeys, key: string): boolean {
  if (/^[0-9.-]$/.test(key)) target.type(key)
  else if (key === 'Backspace') target.backspace()
  else return false
  return true
}
