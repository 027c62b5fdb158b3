import { Fire } from './fire.tsx'

/** A flame and how many wins in a row; nothing without any. */
export function Streak({ wins, label }: { wins: number; label: (wins: number) => string }) {
  if (wins <= 0) return null
  return (
    <span className="inline-flex items-center gap-0.5 text-sm leading-5 font-bold text-subtraction tabular-nums">
      <Fire />
      <span className="sr-only">{label(wins)}</span>
      <span aria-hidden="true">{wins}</span>
    </span>
  )
}
