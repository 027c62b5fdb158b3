import { useLayoutEffect, useRef } from 'react'

const RISE_MS = 450

const MARKS = {
  right: {
    className: 'fill-current',
    shape: 'M12 1a11 11 0 1 1 0 22a11 11 0 1 1 0-22Z',
    sign: 'm6.5 12.5 4 4 7.5-8.5',
    signClassName: 'stroke-success',
  },
  not_yet: {
    className: 'fill-thinking stroke-thinking',
    shape: 'M12 2 22 12 12 22 2 12Z',
    sign: 'm8.7 8.7 6.6 6.6m0-6.6-6.6 6.6',
    signClassName: 'stroke-on-thinking',
  },
} as const

/** Shows the verdict by shape alone: a check in a disc, or a cross in a diamond. */
export function VerdictMark({ verdict }: { verdict: keyof typeof MARKS }) {
  const { className, shape, sign, signClassName } = MARKS[verdict]
  return (
    <svg
      viewBox="0 0 24 24"
      className={`play-mark ${className}`}
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shape} />
      <path d={sign} className={`fill-none ${signClassName}`} />
    </svg>
  )
}

/** A problem with its right answer, as in '6 + 1 = 7'. The verdict is announced elsewhere. */
export function SolvedLine({ solved }: { solved: string }) {
  return (
    <span className="play-solved animate-pop" aria-hidden="true">
      <VerdictMark verdict="right" /> {solved}
    </span>
  )
}

/** Points just earned, beside the score. They rise from the answer, which is the element that `from` selects. */
export function EarnedPoints({ points, from }: { points: string; from: string }) {
  const badge = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const start = document.querySelector(from)?.getBoundingClientRect()
    if (!badge.current || !start || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const end = badge.current.getBoundingClientRect()
    const [x, y] = [start.right - end.right, start.top - end.top]
    badge.current.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
      duration: RISE_MS,
      easing: 'ease-out',
    })
  }, [from])
  return (
    <span ref={badge} className="play-badge" aria-hidden="true">
      {points}
    </span>
  )
}
