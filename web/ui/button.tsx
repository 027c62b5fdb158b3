import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonKind, type ButtonSize } from './button-style.ts'

type Props = ComponentProps<'button'> & { kind: ButtonKind; size?: ButtonSize }

/** A button. `primary` is the one main action of a screen; `quiet` has no edge and suits bars and icons. */
export function Button({ kind, size = 'regular', className, type = 'button', ...rest }: Props) {
  return <button type={type} className={buttonStyle(kind, size, className)} {...rest} />
}
