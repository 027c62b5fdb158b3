import { COLUMN_KINDS, type ColumnKind } from '../../../domain/roster/columns.ts'
import { Card } from '../../ui/card.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import type { ReadList } from './import-list.ts'
import { importMessages as words } from './import.messages.en.ts'

const SHOWN_ROWS = 5

type Props = {
  list: ReadList
  onHeader: (hasHeader: boolean) => void
  onKinds: (kinds: readonly ColumnKind[]) => void
}

/** The columns as they were guessed, with the first rows, to correct. */
export function ImportColumns({ list: { hasHeader, headers, kinds, records }, onHeader, onKinds }: Props) {
  const skipped = headers.flatMap((header, at) =>
    kinds[at] === 'skip' ? [header === '' ? words.column(at + 1, '') : header] : [],
  )

  function change(at: number, kind: ColumnKind): void {
    // Each kind is in one column; the one that had it is not needed any more.
    onKinds(kinds.map((each, place) => (place === at ? kind : each === kind ? 'skip' : each)))
  }

  return (
    <Card aria-labelledby="import-columns" className="grid min-w-0 gap-4">
      <h2 id="import-columns" className="text-2xl">
        {words.columnsTitle}
      </h2>
      <p className="text-ink-soft">{words.columnsHint}</p>
      <div className="max-w-120">
        <Toggle label={words.header} checked={hasHeader} onChange={onHeader} />
      </div>
      <div className="overflow-x-auto">
        <table aria-labelledby="import-columns" className="w-full border-collapse text-start">
          <thead>
            <tr>
              {headers.map((header, at) => (
                <th key={at} scope="col" className="min-w-36 p-2 align-bottom font-normal">
                  <span className="mb-1 block max-w-48 text-sm wrap-anywhere text-ink-soft">
                    {words.column(at + 1, header)}
                  </span>
                  <select
                    aria-label={words.column(at + 1, header)}
                    value={kinds[at]}
                    onChange={({ currentTarget }) =>
                      change(at, COLUMN_KINDS.find((kind) => kind === currentTarget.value) ?? 'skip')
                    }
                    className="min-h-target w-full rounded-key border-2 border-edge bg-paper px-2 font-bold"
                  >
                    {COLUMN_KINDS.map((kind) => (
                      <option key={kind} value={kind}>
                        {words.kinds[kind]}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.slice(0, SHOWN_ROWS).map((record, row) => (
              <tr key={row} className="border-t border-line">
                {headers.map((_, at) => (
                  <td
                    key={at}
                    className={`max-w-48 px-3 wrap-anywhere py-2 ${kinds[at] === 'skip' ? 'text-ink-soft line-through' : ''}`}
                  >
                    {record[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {skipped.length > 0 && <p className="font-bold wrap-anywhere">{words.skipped(skipped)}</p>}
      <p className="text-sm text-ink-soft">{words.privacy}</p>
    </Card>
  )
}
