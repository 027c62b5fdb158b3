import type { Pin } from '../../../domain/pin.ts'
import { PinPicture } from '../../ui/pin-picture.tsx'

/** A PIN to read or to copy: digits, or pictures from left to right. @param size height in px */
export function PinView({ pin, size }: { pin: Pin; size: number }) {
  if (pin.kind === 'digits') {
    return (
      <span
        className="font-bold tracking-[0.2em] tabular-nums"
        style={{ fontSize: size * 0.7, lineHeight: 1 }}
      >
        {pin.digits}
      </span>
    )
  }
  return (
    <span className="inline-flex gap-1.5">
      {pin.pictures.map((id) => (
        <PinPicture key={id} id={id} size={size} />
      ))}
    </span>
  )
}
