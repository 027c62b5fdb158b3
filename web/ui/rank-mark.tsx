import type { ReactElement } from 'react'
import { counted } from '../../domain/words.en.ts'

/** Gold is a rosette, silver a shield, bronze a disc, each in a box of 48: they differ by shape, not only by color. */
const MEDALS: readonly { readonly colour: string; readonly shape: ReactElement }[] = [
  {
    colour: 'text-gold',
    shape: (
      <path d="m24 2 5.2 4.4 6.7-1.1 2.3 6.4 6.4 2.3-1.1 6.7L48 26l-4.5 5.2 1.1 6.7-6.4 2.4-2.3 6.3-6.7-1.1L24 50l-5.2-4.5-6.7 1.1-2.3-6.3-6.4-2.4 1.1-6.7L0 26l4.5-5.3-1.1-6.7 6.4-2.3 2.3-6.4 6.7 1.1Z" />
    ),
  },
  { colour: 'text-silver', shape: <path d="M5 6h38v22c0 10-8 15-19 20C13 43 5 38 5 28Z" /> },
  { colour: 'text-bronze', shape: <circle cx="24" cy="26" r="20" /> },
]

type Props = {
  rank: number
  /** False where a place among the first three is nothing to celebrate yet, such as one with 0 wins. */
  hasMedal?: boolean
}

/** A place on a board: a medal with its number for the first three, the number alone after them. */
export function RankMark({ rank, hasMedal = true }: Props) {
  const medal = hasMedal ? MEDALS[rank - 1] : undefined
  const text = counted(rank)
  if (!medal) {
    const size = text.length > 3 ? 'text-sm' : 'text-lg'
    return <span className={`text-center font-bold text-ink-soft tabular-nums ${size}`}>{text}</span>
  }
  return (
    <span className="relative grid size-11 place-items-center justify-self-center">
      <svg
        viewBox="0 0 48 52"
        className={`absolute inset-0 size-full overflow-visible fill-current stroke-on-accent ${medal.colour}`}
        strokeWidth="2"
        aria-hidden="true"
      >
        {medal.shape}
      </svg>
      <span className="relative text-lg font-bold text-on-accent tabular-nums">{text}</span>
    </span>
  )
}
