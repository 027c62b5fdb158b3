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

/** What a file is called where it is kept: letters and digits of the name, and what is in it. */
function fileName(child: Child, what: string): string {
  const name = child.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${name === '' ? 'child' : name}-${what}`
}

/** Everything that is kept of a child, to take along. */
export function ChildData({ child }: { child: Child }) {
  const save = useCallback(
    (table: ChildTable | null) => {
      const params = { studentId: child.id, table: table ?? '' }
      return table === null
        ? saveFile(
            pathOf(childDataCalls.data.path, params),
            'application/json',
            fileName(child, 'everything.json'),
          )
        : saveFile(pathOf(childDataCalls.dataTable.path, params), 'text/csv', fileName(child, `${table}.csv`))
    },
    [child],
  )
  const action = useAction(save)

  async function saveData(table: ChildTable | null): Promise<void> {
    if (await action.run(table)) showToast(dataMessages.saved)
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{dataMessages.lead}</p>
      <Button
        kind="secondary"
        className="justify-self-start"
        aria-disabled={action.isPending}
        onClick={() => void saveData(null)}
      >
        {dataMessages.json}
      </Button>
      <details>
        <summary className="text-link inline-flex min-h-target min-w-target items-center font-bold">
          {dataMessages.tables}
        </summary>
        <ul className="mt-2 grid gap-1 sm:grid-cols-2">
          {CHILD_TABLES.map((table) => (
            <li key={table}>
              <button
                type="button"
                className="text-link inline-flex min-h-target min-w-target items-center text-left"
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
