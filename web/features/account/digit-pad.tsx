import { useLayoutEffect } from 'react'
import { PIN_DIGITS } from '../../../domain/pin.ts'
import { digitOfKey } from '../../lib/typed-digit.ts'
import { Keypad } from '../../ui/keypad.tsx'
import { signInMessages } from './sign-in.messages.en.ts'

const { pin: words } = signInMessages

type Props = {
  digits: string
  disabled: boolean
  /** These three must stay the same. */
  onDigit: (digit: string) => void
  onTakeBack: () => void
  onClear: () => void
}

/** Four places and a keypad; the digits themselves are not shown, because others look on. Keys of a keyboard work too. */
export function DigitPad({ digits, disabled, onDigit, onTakeBack, onClear }: Props) {
  // Before the paint: a child who types as soon as the pad is seen loses no digit.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A held key is one press: it must not fill in one wrong PIN after another.
      if (disabled || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
      const digit = digitOfKey(event)
      if (digit !== undefined) onDigit(digit)
      else if (event.key === 'Backspace') onTakeBack()
      else if (event.key === 'Escape') onClear()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [disabled, onDigit, onTakeBack, onClear])

  return (
    <div className="flex w-full flex-col items-center gap-4">
      <div className="flex gap-3">
        {Array.from({ length: PIN_DIGITS }, (_, place) => (
          <span
            key={`place ${place}`}
            className="grid size-14 place-items-center rounded-key border-2 border-dashed border-edge bg-sunk"
          >
            {place < digits.length && (
              <span data-filled className="size-5 rounded-full bg-ink forced-color-adjust-none" />
            )}
          </span>
        ))}
      </div>
      <output className="sr-only">{words.chosen(digits.length, PIN_DIGITS)}</output>
      <Keypad onDigit={onDigit} onBackspace={onTakeBack} onClear={onClear} disabled={disabled} />
    </div>
  )
}
