/** A flame and the number of wins in a row. Renders nothing for 0. */
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

/** Decorative: the number is beside it. */
function Fire() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="currentColor"
      className="shrink-0"
      aria-hidden="true"
    >
      <path d="M12.5 1.5c1 4-4.5 6.5-6.5 10.5-2.5 5 1 10.5 6 10.5s8.5-4 7.5-9c-.5-2.5-2-4-2.5-6-1 1-1.5 2-1.5 3.5-1.5-3 0-6.5-3-9.500Zm0 19c-2 0-3.5-1.5-3.5-3.5s2-3 2.5-5.5c2.5 1.5 4.5 3.5 4.5 5.5s-1.5 3.5-3.5 3.5Z" />
    </svg>
  )
}
