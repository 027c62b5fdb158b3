import { useLayoutEffect, type RefObject } from 'react'
import { digitOfKey } from './typed-digit.ts'

/** The `keyCode` of a key that an input method takes, also of the Enter that ends a word, for which Safari has no other mark. */
const INPUT_METHOD = 229

/** Elements that Enter activates; there it must not also submit the answer. */
const PRESSED_BY_ENTER = 'a, button'

/** Dialogs take their keys themselves, except one in which a problem is up. */
const OTHER_DIALOG = 'dialog:not([data-play])'

/** The receiver of the keys. `type` gets a digit, minus or period, and may ignore it. */
type TakesKeys = {
  readonly type: (character: string) => void
  readonly backspace: () => void
  readonly clear: () => void
}

/**
 * Sends keys to the answer wherever the focus is, except in a dialog: digits, minus and period are typed, Backspace and Escape
 * erase, and Enter calls `onEnter` unless it activates the focused button. It listens on the window, so that keyboard and keypad
 * work together.
 * @param onEnter must stay the same
 */
export function useAnswerKeys<Target extends TakesKeys>(
  target: Target,
  answer: RefObject<HTMLInputElement | null>,
  onEnter: (target: Target) => void,
): void {
  // Before the paint, so that no key is lost once the problem is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.keyCode === INPUT_METHOD) return
      const focused = event.target instanceof Element ? event.target : null
      if (focused?.closest(OTHER_DIALOG)) return
      if (event.key === 'Enter') {
        // A repeated Enter must neither use up the next attempt nor skip the answer that has just been shown.
        if (event.repeat || !focused?.closest(PRESSED_BY_ENTER)) event.preventDefault()
        if (event.defaultPrevented && !event.repeat) onEnter(target)
      } else if (event.key === 'Escape') {
        target.clear()
      } else {
        // The answer box types by itself what the key names.
        const typed = digitOfKey(event) ?? event.key
        if ((focused === answer.current && typed === event.key) || !takesKey(target, typed)) return
        event.preventDefault()
        answer.current?.focus({ preventScroll: true })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [target, answer, onEnter])
}

function takesKey(target: TakesKeys, key: string): boolean {
  if (/^[0-9.,-]$/.test(key)) target.type(key)
  else if (key === 'Backspace') target.backspace()
  else return false
  return true
}
