import type { PictureId } from '../../domain/pin.ts'
import sprite from '../assets/pin-pictures.svg'
import { picture } from './picture.ts'
import { pinPictureNames } from './pin-picture.messages.en.ts'

/** A picture of a picture PIN, with its name for screen readers. @param size width and height in px */
export function PinPicture({ id, size }: { id: PictureId; size: number }) {
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      className="shrink-0"
      {...picture(pinPictureNames[id])}
    >
      <use href={`${sprite}#${id}`} />
    </svg>
  )
}
