import { useState } from 'react'
import { PICTURE_IDS, PIN_PICTURES, type PictureId } from '../../../domain/pin.ts'
import { Button } from '../../ui/button.tsx'
import { GRID_CELL, useGridKeys } from '../../ui/grid-keys.ts'
import { pressOnce } from '../../ui/keypad.tsx'
import { PinPicture } from '../../ui/pin-picture.tsx'
import { signInMessages } from './sign-in.messages.en.ts'

const { pin: words } = signInMessages

type Props = {
  chosen: readonly PictureId[]
  disabled: boolean
  onChoose: (picture: PictureId) => void
  onTakeBack: () => void
}

/** Sixteen pictures to press, and the three slots they fill. Needs no reading. */
export function PicturePad({ chosen, disabled, onChoose, onTakeBack }: Props) {
  // One stop for Tab; the arrows go on from there.
  const [current, setCurrent] = useState(0)
  const grid = useGridKeys<HTMLFieldSetElement>()
  return (
    <div className="flex w-full max-w-88 flex-col items-center gap-4 short:max-w-72 short:gap-3">
      <div className="flex items-center gap-3">
        <ol className="flex gap-3">
          {Array.from({ length: PIN_PICTURES }, (_, place) => (
            <Slot key={`slot ${place}`} place={place} picture={chosen[place]} />
          ))}
        </ol>
        <Button
          kind="secondary"
          aria-label={words.takeBack}
          data-tooltip={words.takeBack}
          aria-disabled={disabled || chosen.length === 0}
          className="size-key px-3!"
          onClick={disabled ? undefined : onTakeBack}
        >
          <TakeBackSign />
        </Button>
      </div>
      <fieldset aria-label={words.pad} ref={grid} className="grid w-full grid-cols-4 gap-2">
        {PICTURE_IDS.map((picture, at) => (
          <button
            key={picture}
            type="button"
            tabIndex={at === current ? 0 : -1}
            aria-disabled={disabled}
            onFocus={() => setCurrent(at)}
            onKeyDown={pressOnce}
            onClick={disabled ? undefined : () => onChoose(picture)}
            className="tile grid aspect-square place-items-center rounded-key bg-sheet p-1 transition-[translate,box-shadow] duration-75 active:bg-accent [&_svg]:size-full"
            {...GRID_CELL}
          >
            <PinPicture id={picture} size={72} />
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function Slot({ place, picture }: { place: number; picture: PictureId | undefined }) {
  return (
    <li className="grid size-16 short:size-14 place-items-center rounded-key border-2 border-dashed border-edge bg-sunk">
      {picture ? (
        <PinPicture id={picture} size={48} />
      ) : (
        <span className="sr-only">{words.slot(place + 1)}</span>
      )}
    </li>
  )
}

function TakeBackSign() {
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
