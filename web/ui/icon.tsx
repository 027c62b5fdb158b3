/**
 * An icon that is a single path in a box of 24. Icons are decoration: the button around them has the words.
 * Its `size` is width and height in px.
 */
export function drawn(path: string) {
  return function PathIcon({ size = 24 }: { size?: number }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        className="shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    )
  }
}
