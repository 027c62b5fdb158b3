import { useId, useState } from 'react'
import type { Report } from '../../../contract/reports.ts'
import { withNames } from '../../ui/with-names.tsx'
import { printMessages } from './print.messages.en.ts'
import { ReportSheet } from './report-sheet.tsx'

const { note: words } = printMessages

/** Characters: a few lines, so that the report stays on one page. */
const MAX_NOTE = 400

export type SentenceOf = (achievement: Report['achievements'][number]) => string

type Props = { report: Report; hasNote: boolean; sentenceOf: SentenceOf }

/** A report with a note above it, which is printed and neither stored nor sent. */
export function NotedReport({ report, hasNote, sentenceOf }: Props) {
  const id = useId()
  const [note, setNote] = useState('')
  return (
    <div>
      {hasNote && (
        <div className="mx-auto mb-4 max-w-[210mm] print:hidden">
          <label htmlFor={id} className="mb-1 block font-bold">
            {withNames(words.label, report.name)}
          </label>
          <textarea
            id={id}
            rows={3}
            maxLength={MAX_NOTE}
            value={note}
            aria-describedby={`${id}hint`}
            className="w-full rounded-key border-2 border-edge bg-sheet px-4 py-2 text-lg"
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <p id={`${id}hint`} className="text-sm text-ink-soft">
            {words.hint(MAX_NOTE - note.length)}
          </p>
        </div>
      )}
      <ReportSheet report={report} note={note} noteTitle={words.title} sentenceOf={sentenceOf} />
    </div>
  )
}
