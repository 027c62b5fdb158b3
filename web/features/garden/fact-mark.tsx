import type { ReactElement } from 'react'
import { NeedsHelpShape } from '../../ui/needs-help-mark.tsx'
import type { FactLook } from './fact-look.ts'

/** Signs that differ by shape as well as by hue: a dot, a triangle, a ring, a disc, and a disc with a star. */
export function FactMark({ look, size = 28 }: { look: FactLook; size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} className="shrink-0" aria-hidden="true">
      {SIGNS[look]}
    </svg>
  )
}

const SIGNS = {
  unknown: <circle cx="14" cy="14" r="2.5" className="fill-edge" />,
  needs_help: <NeedsHelpShape />,
  learning: <circle cx="14" cy="14" r="8" className="fill-none stroke-thinking" strokeWidth="4" />,
  known: <circle cx="14" cy="14" r="10" className="fill-success" />,
  fluent: (
    <>
      <circle cx="14" cy="14" r="12.5" className="fill-success" />
      <path
        d="m14 5.6 2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8Z"
        className="fill-on-success"
      />
    </>
  ),
} as const satisfies Record<FactLook, ReactElement>
