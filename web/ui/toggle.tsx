import { useId, type ReactNode } from 'react'

type Props = { label: ReactNode; hint?: ReactNode; checked: boolean; onChange: (checked: boolean) => void }

/** A switch with its words; the whole row is the target. */
export function Toggle({ label, hint, checked, onChange }: Props) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={`${id}label`}
      aria-describedby={hint === undefined ? undefined : `${id}hint`}
      onClick={() => onChange(!checked)}
      className="group flex min-h-target w-full items-center justify-between gap-4 rounded-key text-start"
    >
      <span className="min-w-0 wrap-anywhere">
        <span id={`${id}label`} className="block font-bold">
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}hint`} className="block text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
      <span className="h-9 w-16 shrink-0 rounded-full border-2 border-edge bg-sunk p-0.5 transition-colors group-aria-checked:border-on-accent group-aria-checked:bg-accent">
        <span className="grid size-7 place-items-center rounded-full border-2 border-edge bg-sheet transition-[translate] group-aria-checked:translate-x-7 group-aria-checked:border-on-accent group-aria-checked:bg-on-accent">
          <svg
            viewBox="0 0 16 16"
            width="14"
            className="hidden text-accent group-aria-checked:block"
            aria-hidden="true"
          >
            <path
              d="m3 8.5 3.5 3.5L13 4.5"
              fill="none"
              stroke="currentColor"
              strokeWidth="3"
              strokeLinecap="round"
            />
          </svg>
        </span>
      </span>
    </button>
  )
}
