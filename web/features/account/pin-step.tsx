import { useCallback, useEffect, useRef, useState } from 'react'
import { PIN_DIGITS, PIN_PICTURES, type PictureId, type Pin, type PinKind } from '../../../domain/pin.ts'
import type { Failure } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { DigitPad } from './digit-pad.tsx'
import { PicturePad } from './picture-pad.tsx'
import { signInMessages } from './sign-in.messages.en.ts'

const { pin: words } = signInMessages

type PadProps = {
  /** While a PIN is looked at, or has to wait. */
  disabled: boolean
  /** How often a PIN was refused: with each time the places are empty again. */
  refused: number
  /** Called once, as soon as the PIN is complete. */
  onPin: (pin: Pin) => void
}

type Props = PadProps & {
  kind: PinKind
  onKind: (kind: PinKind) => void
  /** Why the last ones did not open; null for nothing. */
  failure: Failure | null
}

/** The secret signs of a child: complete, they are sent without another press. */
export function PinStep({ kind, onKind, failure, ...pad }: Props) {
  const other = kind === 'pictures' ? 'digits' : 'pictures'
  return (
    <div className="flex w-full flex-col items-center gap-4">
      {/* As high with a note as without: what a finger is on its way to must not move. */}
      <div className="flex min-h-20 w-full short:min-h-14 max-w-104 flex-col justify-center text-center">
        <FailureNote failure={failure} own={signInMessages.failures} />
        {failure === null && <p className="text-xl font-bold">{words[kind]}</p>}
      </div>
      {kind === 'pictures' ? <Pictures {...pad} /> : <Digits {...pad} />}
      <Button kind="quiet" className="underline" onClick={() => onKind(other)}>
        {other === 'digits' ? words.toDigits : words.toPictures}
      </Button>
    </div>
  )
}

const NO_PICTURES: readonly PictureId[] = []

/** The pictures chosen so far; emptied after a wrong PIN. */
function useChosen<Value>(empty: Value, refused: number) {
  const [chosen, setChosen] = useState({ value: empty, refused })
  if (chosen.refused !== refused) setChosen({ value: empty, refused })
  const change = useCallback(
    (next: (value: Value) => Value) => setChosen((last) => ({ ...last, value: next(last.value) })),
    [],
  )
  return [chosen.value, change] as const
}

/** Calls back once per complete PIN, however often the component renders meanwhile. */
function useCallOnce(isComplete: boolean, onComplete: () => void): void {
  const wasCalled = useRef(false)
  useEffect(() => {
    if (isComplete && !wasCalled.current) onComplete()
    wasCalled.current = isComplete
  })
}

function Pictures({ disabled, refused, onPin }: PadProps) {
  const [pictures, change] = useChosen(NO_PICTURES, refused)
  useCallOnce(pictures.length === PIN_PICTURES, () => onPin({ kind: 'pictures', pictures }))
  return (
    <PicturePad
      chosen={pictures}
      disabled={disabled}
      onChoose={(picture) => change((known) => [...known, picture].slice(0, PIN_PICTURES))}
      onTakeBack={() => change((known) => known.slice(0, -1))}
    />
  )
}

function Digits({ disabled, refused, onPin }: PadProps) {
  const [digits, change] = useChosen('', refused)
  useCallOnce(digits.length === PIN_DIGITS, () => onPin({ kind: 'digits', digits }))
  const press = useCallback(
    (digit: string) => change((typed) => (typed + digit).slice(0, PIN_DIGITS)),
    [change],
  )
  const takeBack = useCallback(() => change((typed) => typed.slice(0, -1)), [change])
  const clear = useCallback(() => change(() => ''), [change])
  return (
    <DigitPad digits={digits} disabled={disabled} onDigit={press} onTakeBack={takeBack} onClear={clear} />
  )
}
