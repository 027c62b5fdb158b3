import { useCallback } from 'react'
import { CHILD_TABLES, type ChildTable } from '../../../contract/child-tables.ts'
import type { Child } from '../../../contract/classes.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import { pathOf } from '../../lib/api.ts'
import { saveFile } from '../../lib/fetch-file.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { dataMessages } from './data.messages.en.ts'
import { fileNameOf } from './file-name.ts'

/** Downloads a table of a child, or everything with null. */
function useSave(child: Child) {
  return useAction(
    useCallback(
      (table: ChildTable | null) => {
        const params = { studentId: child.id, table: table ?? '' }
        const name = fileNameOf(child.name, 'child', table === null ? 'everything.json' : `${table}.csv`)
        return table === null
          ? saveFile(pathOf(childDataCalls.data.path, params), 'application/json', name)
          : saveFile(pathOf(childDataCalls.dataTable.path, params), 'text/csv', name)
      },
      [child],
    ),
  )
}

/** The button that downloads everything of a child in one file. */
export function SaveEverything({ child }: { child: Child }) {
  const action = useSave(child)

  async function save(): Promise<void> {
    if (await action.run(null)) showToast(dataMessages.saved)
  }

  return (
    <>
      <Button
        kind="secondary"
        className="justify-self-start"
        aria-disabled={action.isPending}
        onClick={() => void save()}
      >
        {dataMessages.json}
      </Button>
      <output>{action.isPending && dataMessages.fetching}</output>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
    </>
  )
}

/** Everything that is kept of a child, to take along. */
export function ChildData({ child }: { child: Child }) {
  const action = useSave(child)

  async function saveData(table: ChildTable): Promise<void> {
    if (await action.run(table)) showToast(dataMessages.saved)
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{dataMessages.lead}</p>
      <SaveEverything child={child} />
      <details>
        <summary className="text-link inline-flex min-h-target min-w-target items-center font-bold">
          {dataMessages.tables}
        </summary>
        <ul className="mt-2 grid gap-1 sm:grid-cols-2">
          {CHILD_TABLES.map((table) => (
            <li key={table}>
              <button
                type="button"
                className="text-link inline-flex min-h-target min-w-target items-center text-start"
                aria-disabled={action.isPending}
                onClick={() => void saveData(table)}
              >
                {dataMessages.tableNames[table]}
              </button>
            </li>
          ))}
        </ul>
      </details>
      <output>{action.isPending && dataMessages.fetching}</output>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
    </div>
  )
}
