import type { ReactNode } from 'react'

type Props = {
  names: readonly { readonly id: string; readonly name: string }[]
  /** Ids. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** The text of a checkbox for all of them; none without it. */
  all?: string
}

/** A checkbox for each child; the caller lays them out. */
export function NameChecks({ names, chosen, onChange, all }: Props) {
  return (
    <>
      {all !== undefined && (
        <Check
          checked={chosen.length === names.length}
          onChange={(on) => onChange(on ? names.map(({ id }) => id) : [])}
        >
          {all}
        </Check>
      )}
      {names.map(({ id, name }) => (
        <Check
          key={id}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
        >
          <span translate="no" className="wrap-anywhere">
            {name}
          </span>
        </Check>
      ))}
    </>
  )
}

type CheckProps = { checked: boolean; onChange: (on: boolean) => void; children: ReactNode }

function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className="flex min-h-target min-w-0 items-center gap-3">
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-accent"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  )
}
