import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonStyle, type ButtonKind, type ButtonSize } from './button-style.ts'

type Props = {
  href: string
  /** The state of the new history entry. */
  state?: string | null
  kind: ButtonKind
  size?: ButtonSize
  className?: string
  children: ReactNode
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
}

/** A link to a screen of the app that looks like a button. */
export function LinkButton({ kind, size = 'regular', className, ...rest }: Props) {
  return <Link className={buttonStyle(kind, size, className)} {...rest} />
}
