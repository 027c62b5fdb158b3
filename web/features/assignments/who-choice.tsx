import { useId } from 'react'
import { NameChecks } from '../../ui/name-checks.tsx'
import type { AssignDraft } from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'

const { form: words } = assignmentMessages

/** A child that can be given an assignment. */
export type AssignableChild = { readonly id: string; readonly name: string }

type Props = {
  /** Null for everyone. */
  who: AssignDraft['who']
  childrenHere: readonly AssignableChild[]
  onChange: (who: AssignDraft['who']) => void
}

/** For whom it is: everyone, or some children. */
export function WhoChoice({ who, childrenHere, onChange }: Props) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{words.who}</legend>
      <div className="flex flex-wrap gap-x-6">
        {[null, who ?? []].map((value) => (
          <label key={String(value === null)} className="flex min-h-target items-center gap-3">
            <input
              type="radio"
              name={name}
              className="size-6 accent-accent"
              checked={(who === null) === (value === null)}
              onChange={() => onChange(value === null ? null : [...value])}
            />
            {value === null ? words.everyone : words.some}
          </label>
        ))}
      </div>
      {who === null ? (
        <p className="text-sm text-ink-soft">{words.everyoneHint}</p>
      ) : (
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          <NameChecks names={childrenHere} chosen={who} onChange={onChange} />
        </div>
      )}
    </fieldset>
  )
}
