import { memo, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { messages } from './messages.en.ts'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'clear', '0', 'backspace'] as const

type Props = {
  onDigit: (digit: string) => void
  onBackspace: () => void
  onClear: () => void
  disabled?: boolean
}

/** A held Enter is one press: it must not fill in one wrong PIN after another. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/**
 * The on-screen keypad. A key acts on press, not on release: with two overlapping thumbs, every second click would be lost. It
 * never takes the focus from the answer. It re-renders only if `disabled` or a handler changes, so pass stable handlers.
 */
export const Keypad = memo(function Keypad({ onDigit, onBackspace, onClear, disabled = false }: Props) {
  const pressed = useRef<string | null>(null)

  function press(key: string) {
    if (disabled) return
    if (key === 'clear') onClear()
    else if (key === 'backspace') onBackspace()
    else onDigit(key)
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    // Only a primary pointer is followed by a click, which is then the same press again.
    if (event.isPrimary) pressed.current = event.currentTarget.value
    press(event.currentTarget.value)
  }

  /** Clicks without a press before them come from a keyboard or from assistive technology. */
  function onClick(event: MouseEvent<HTMLButtonElement>) {
    const alreadyDone = event.detail > 0 && pressed.current === event.currentTarget.value
    pressed.current = null
    if (!alreadyDone) press(event.currentTarget.value)
  }

  return (
    <fieldset
      aria-label={messages.keypad}
      className="keypad grid w-full max-w-96 grid-cols-3 gap-2 select-none"
    >
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          value={key}
          aria-disabled={disabled}
          onPointerDown={onPointerDown}
          onClick={onClick}
          onKeyDown={pressOnce}
          {...face(key)}
        />
      ))}
    </fieldset>
  )
})

const KEY =
  'tile size-key grid place-items-center rounded-key bg-sheet text-3xl font-bold text-ink transition-[translate,box-shadow] duration-75 active:bg-accent active:text-on-accent aria-disabled:text-ink-soft'

function face(key: (typeof KEYS)[number]) {
  if (key === 'clear')
    return {
      className: `${KEY} text-2xl`,
      'aria-label': messages.clear,
      'data-tooltip': messages.clear,
      children: 'C',
    }
  if (key === 'backspace')
    return {
      className: KEY,
      'aria-label': messages.backspace,
      'data-tooltip': messages.backspace,
      children: <BackspaceSign />,
    }
  return { className: KEY, children: key }
}

function BackspaceSign() {
  return (
    <svg
      viewBox="0 0 32 24"
      width="34"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M10 3h18a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H10l-8-9Zm5 5.5 7 7m0-7-7 7" />
    </svg>
  )
}
