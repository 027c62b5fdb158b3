import { useId, type ReactNode } from 'react'

type Choice<Value> = { readonly value: Value; readonly label: ReactNode; readonly hint?: string }

type Props<Value> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/**
 * One of a few, as cards in a row. Each card is covered by its native radio button, unseen, so arrows, touch exploration and
 * screen readers work as they should.
 */
export function ChoiceGroup<Value extends string | number>({
  legend,
  choices,
  value,
  onChange,
}: Props<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-3 font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-3">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex size-key flex-1 flex-col items-center justify-center rounded-key border-2 border-edge bg-sheet px-2 py-2 text-center hover:bg-sunk has-checked:border-on-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="peer absolute inset-0 appearance-none rounded-key outline-none"
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              // Pressing the selected option is a choice, but fires no change event.
              onClick={() => choice.value === value && onChange(choice.value)}
            />
            <span className="pointer-events-none text-2xl font-bold tabular-nums">{choice.label}</span>
            {choice.hint !== undefined && (
              <span className="pointer-events-none text-sm text-ink-soft peer-checked:text-on-accent">
                {choice.hint}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
