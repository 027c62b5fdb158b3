import { csvHeader, csvLine } from '../../../domain/csv.ts'
import { saveText } from '../../lib/save-text.ts'
import { Button } from '../../ui/button.tsx'
import { dashboardMessages } from './dashboard.messages.en.ts'

type Props = {
  name: string
  columns: readonly string[]
  rows: () => readonly (readonly (string | number)[])[]
}

/** Saves a table of the page as a CSV file. */
export function SaveTable({ name, columns, rows }: Props) {
  return (
    <Button
      kind="quiet"
      className="justify-self-start print:hidden"
      onClick={() => saveText(`${name}.csv`, 'text/csv', csvHeader(columns) + rows().map(csvLine).join(''))}
    >
      {dashboardMessages.csv}
    </Button>
  )
}
