/** The sign of a fact that needs help: a triangle with a dot, unlike every round sign of the other states. */
export function NeedsHelpMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} className="shrink-0" aria-hidden="true">
      <NeedsHelpShape />
    </svg>
  )
}

/** The same, to stand in a picture of 28 by 28. */
export function NeedsHelpShape() {
  return (
    <>
      <path
        d="M14 4 25 23.5H3Z"
        className="fill-sheet stroke-thinking"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <circle cx="14" cy="17" r="2.8" className="fill-thinking" />
    </>
  )
}
