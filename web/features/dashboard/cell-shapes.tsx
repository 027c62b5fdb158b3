import type { FactNow } from '../../../domain/school/fact-letters.ts'

/** The heights of a circle's filling: none, up to a third, two thirds, nine tenths, and above. */
const STEPS = [
  [0, 0],
  [1 / 3, 6],
  [2 / 3, 10],
  [0.9, 14],
] as const
const FULL = 20

function heightOf(share: number): number {
  return STEPS.find(([most]) => share <= most)?.[1] ?? FULL
}

/** How much of a set is known, in five steps: the fuller and darker, the more. */
export function ShareShape({ share }: { share: number }) {
  const height = heightOf(share)
  return (
    <svg viewBox="0 0 24 24" className="mx-auto block size-6" aria-hidden="true">
      {height < FULL && height > 0 && (
        <rect x="4" y={22 - height} width="16" height={height} rx="2" className="fill-success opacity-60" />
      )}
      {height === FULL && <rect x="4" y="2" width="16" height="20" rx="4" className="fill-success" />}
      <rect x="4" y="2" width="16" height="20" rx="4" className="fill-none stroke-edge" strokeWidth="1.5" />
    </svg>
  )
}

/** The state of a fact, by shape as well as by hue. */
export function FactShape({ fact: { state, isStuck } }: { fact: FactNow }) {
  return (
    <svg viewBox="0 0 24 24" className="mx-auto block size-6" aria-hidden="true">
      {state === 'unknown' && <circle cx="12" cy="12" r="2" className="fill-edge" />}
      {state === 'learning' && (
        <circle cx="12" cy="12" r="7" className="fill-none stroke-thinking" strokeWidth={isStuck ? 6 : 2} />
      )}
      {state === 'known' && (
        <>
          <circle cx="12" cy="12" r="8.5" className="fill-none stroke-success" strokeWidth="2" />
          <path d="M12 3.5a8.5 8.5 0 0 0 0 17Z" className="fill-success" />
        </>
      )}
      {state === 'fluent' && <circle cx="12" cy="12" r="9.5" className="fill-success" />}
    </svg>
  )
}
