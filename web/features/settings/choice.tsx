import { useId } from 'react'

type Props<Value extends string> = {
  label: string
  hint?: string
  /** The text of each value. */
  values: Readonly<Record<Value, string>>
  /** The values in their order. */
  all: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

/** A setting with more than two values. */
export function Choice<Value extends string>({ label, hint, values, all, value, onChange }: Props<Value>) {
  const id = useId()
  return (
    <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
      <label htmlFor={id} className="font-bold">
        {label}
        {hint !== undefined && <span className="block text-sm font-normal text-ink-soft">{hint}</span>}
      </label>
      <select
        id={id}
        className="min-h-target w-full rounded-key border-2 border-edge bg-sheet px-4 text-lg"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {all.map((each) => (
          <option key={each} value={each}>
            {values[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
