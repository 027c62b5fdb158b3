import type { ReactElement } from 'react'
import type { Operation } from '../../domain/fact.ts'
import { OPERATION_TONES } from './operation-tone.ts'

/** Four outlines that differ as much as four can: disc, square, clover, diamond. In a box of 48 by 48. */
const SHAPES: Record<Operation, ReactElement> = {
  addition: <circle cx="24" cy="24" r="22" />,
  subtraction: <rect x="4" y="4" width="40" height="40" rx="7" />,
  multiplication: (
    <path d="M24 5.6A11.6 11.6 0 0 1 42.4 19.4a11.6 11.6 0 0 1 0 9.2A11.6 11.6 0 0 1 24 42.4 11.6 11.6 0 0 1 5.6 28.6a11.6 11.6 0 0 1 0-9.2A11.6 11.6 0 0 1 24 5.6Z" />
  ),
  division: (
    <path d="M20.5 2.5a5 5 0 0 1 7 0l18 18a5 5 0 0 1 0 7l-18 18a5 5 0 0 1-7 0l-18-18a5 5 0 0 1 0-7Z" />
  ),
}

const SIGNS: Record<Operation, string> = {
  addition: 'M24 14v20M14 24h20',
  subtraction: 'M14 24h20',
  multiplication: 'm17 17 14 14m0-14L17 31',
  division: 'M15 24h18M24 15v.01M24 33v.01',
}

/**
 * An operation's hue, shape and sign, the same on every screen. Decorative: the name is beside it. @param size width and height
 * in px
 */
export function OperationMark({ operation, size = 48 }: { operation: Operation; size?: number }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      className={`shrink-0 ${OPERATION_TONES[operation].text}`}
      fill="currentColor"
      aria-hidden="true"
    >
      {SHAPES[operation]}
      <path
        d={SIGNS[operation]}
        className="stroke-on-operation"
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
