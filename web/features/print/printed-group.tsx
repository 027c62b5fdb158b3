import { useId } from 'react'
import type { Report } from '../../../contract/reports.ts'
import { FACT_SET_IDS, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { commonSet, GroupSheet } from './group-sheet.tsx'
import { sheetMessages } from './sheets.messages.en.ts'

const setNamed = (id: string): FactSetId | null => FACT_SET_IDS.find((one) => one === id) ?? null

/** A group that a link asks for: its set, and its children. */
export type AskedGroup = { readonly set: string; readonly children: readonly string[] }

/** The sheets of several groups. */
export function PrintedGroups({
  reports,
  groups,
}: {
  reports: readonly Report[]
  groups: readonly AskedGroup[]
}) {
  return (
    <div className="papers">
      {groups.map(({ set, children }) => {
        const inside = reports.filter(({ studentId }) => children.includes(studentId))
        const known = setNamed(set) ?? commonSet(inside)
        return (
          inside.length > 0 && <GroupSheet key={`${set} ${children.join()}`} reports={inside} set={known} />
        )
      })}
    </div>
  )
}

type OneProps = {
  reports: readonly Report[]
  /** The set that was chosen; without it, the one that most of these children need. */
  chosen: string
  onChoose: (set: string) => void
}

/** The sheet of a group, with the choice of its set. */
export function PrintedGroup({ reports, chosen, onChoose }: OneProps) {
  const id = useId()
  const set = setNamed(chosen) ?? commonSet(reports)
  return (
    <>
      <div className="mb-8 print:hidden">
        <label htmlFor={id} className="mb-1 block font-bold">
          {sheetMessages.group.chooseSet}
        </label>
        <select
          id={id}
          value={set}
          className="min-h-target w-full max-w-80 rounded-key border-2 border-edge bg-sheet px-4 text-lg"
          onChange={({ currentTarget: { value } }) => onChoose(value)}
        >
          {FACT_SET_IDS.map((one) => (
            <option key={one} value={one}>
              {sheetMessages.set(one)}
            </option>
          ))}
        </select>
      </div>
      <div className="papers">
        <GroupSheet reports={reports} set={set} />
      </div>
    </>
  )
}
