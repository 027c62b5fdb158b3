import { useCallback } from 'react'
import type { FactHistory } from '../../../contract/student-progress.ts'
import { findFact } from '../../../domain/fact.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedPage } from '../../ui/instead-of-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { lookOf } from './fact-look.ts'
import { FactMark } from './fact-mark.tsx'
import { progressMessages } from './messages.en.ts'
import type { ReadHistory } from './own-calls.ts'

const { history: words, facts } = progressMessages

type Props = {
  /** The fact to tell of; null for none. */
  factId: string | null
  readHistory: ReadHistory
  onClose: () => void
}

/** How the attempts at a fact went. */
export function FactHistoryDialog({ factId, readHistory, onClose }: Props) {
  const fact = findFact(factId ?? '')
  const title = fact ? progressMessages.fact(fact.operation, fact.operand1, fact.operand2, fact.answer) : ''
  return (
    <Dialog
      open={fact !== undefined}
      title={title}
      describedByContent={false}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {fact && <Told key={fact.id} factId={fact.id} readHistory={readHistory} />}
    </Dialog>
  )
}

function Told({ factId, readHistory }: { factId: string; readHistory: ReadHistory }) {
  const ask = useCallback((signal: AbortSignal) => readHistory(factId, signal), [readHistory, factId])
  const { answer, askAgain } = useAnswer(ask)
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={askAgain} />
  if (answer.state === 'loading') {
    return (
      <div className="flex min-h-40 items-center justify-center">
        <Spinner />
      </div>
    )
  }
  const { seen, right, attempts } = answer.value
  const look = lookOf(answer.value)
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <FactMark look={look} size={40} />
        <div>
          <p className="font-bold">{facts.looks[look]}</p>
          <p className="text-ink-soft">{facts.lookHints[look]}</p>
        </div>
      </div>
      {seen > 0 && <p>{words.firstTries(right, seen)}</p>}
      {attempts.length > 0 && <Attempts attempts={attempts} />}
    </div>
  )
}

function Attempts({ attempts }: { attempts: FactHistory['attempts'] }) {
  return (
    <ol aria-label={words.attempts} className="grid gap-1">
      {attempts.map((past, at) => (
        <li
          key={`${past.at} ${at}`}
          className="flex flex-wrap items-center justify-between gap-x-4 rounded-key bg-sunk px-3 py-2"
        >
          <span>
            <span className={`font-bold ${past.isCorrect ? 'text-success' : 'text-thinking'}`}>
              {past.isCorrect ? words.right : words.notYet}
            </span>{' '}
            {words.answered(past.studentAnswer)}
          </span>
          <span className="text-sm text-ink-soft tabular-nums">
            {[words.attempt(past.attempt), words.took(past.responseTime), past.visualUsed && words.picture]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="w-full text-sm text-ink-soft">{words.at(past.at)}</span>
        </li>
      ))}
    </ol>
  )
}
