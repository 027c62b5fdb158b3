import type { Report } from '../../../contract/reports.ts'
import { Button } from '../../ui/button.tsx'
import { NameChecks } from '../../ui/name-checks.tsx'
import { printMessages as words } from './print.messages.en.ts'

type Props = {
  reports: readonly Report[]
  leftOut: readonly string[]
  onChange: (leftOut: readonly string[]) => void
}

/** Chooses the children for whom something is printed. */
export function WhoChoice({ reports, leftOut, onChange }: Props) {
  const ids = reports.map(({ studentId }) => studentId)
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{words.who}</legend>
      <div className="mb-2 flex flex-wrap gap-2">
        <Button kind="secondary" onClick={() => onChange([])}>
          {words.everyone}
        </Button>
        <Button kind="secondary" onClick={() => onChange(ids)}>
          {words.nobody}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        <NameChecks
          names={reports.map(({ studentId: id, name }) => ({ id, name }))}
          chosen={ids.filter((id) => !leftOut.includes(id))}
          onChange={(chosen) => onChange(ids.filter((id) => !chosen.includes(id)))}
        />
      </div>
      {ids.every((id) => leftOut.includes(id)) && (
        <p className="font-bold text-thinking">{words.noneChosen}</p>
      )}
    </fieldset>
  )
}
