import type { Report } from '../../../contract/reports.ts'
import { Button } from '../../ui/button.tsx'
import { printMessages as words } from './print.messages.en.ts'

type Props = {
  reports: readonly Report[]
  leftOut: readonly string[]
  onChange: (leftOut: readonly string[]) => void
}

/** Chooses the children for whom something is printed. */
export function WhoChoice({ reports, leftOut, onChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{words.who}</legend>
      <div className="mb-2 flex flex-wrap gap-2">
        <Button kind="secondary" onClick={() => onChange([])}>
          {words.everyone}
        </Button>
        <Button kind="secondary" onClick={() => onChange(reports.map(({ studentId }) => studentId))}>
          {words.nobody}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {reports.map(({ studentId, name }) => (
          <label key={studentId} className="flex min-h-target min-w-0 items-center gap-3">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-accent"
              checked={!leftOut.includes(studentId)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? leftOut.filter((id) => id !== studentId) : [...leftOut, studentId])
              }
            />
            <span translate="no" className="wrap-anywhere">
              {name}
            </span>
          </label>
        ))}
      </div>
      {reports.every(({ studentId }) => leftOut.includes(studentId)) && (
        <p className="font-bold text-thinking">{words.noneChosen}</p>
      )}
    </fieldset>
  )
}
