import { useCallback } from 'react'
import type { FactHistory } from '../../../contract/student-progress.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { FailedPage } from '../../ui/page-message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { gardenMessages } from './messages.en.ts'
import type { ReadHistory } from './own-calls.ts'

const { answers: words } = gardenMessages

/** The newest answers to a fact. */
export function FactAnswers({ factId, readHistory }: { factId: string; readHistory: ReadHistory }) {
  const ask = useCallback((signal: AbortSignal) => readHistory(factId, signal), [readHistory, factId])
  const { answer, refetch } = useAnswer(ask)
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  if (answer.state === 'loading') {
    return (
      <div className="flex min-h-40 items-center justify-center">
        <Spinner />
      </div>
    )
  }
  const { attempts } = answer.value
  return attempts.length > 0 ? (
    <Attempts attempts={attempts} />
  ) : (
    <p className="text-ink-soft">{words.none}</p>
  )
}

function Attempts({ attempts }: { attempts: FactHistory['attempts'] }) {
  return (
    <ol aria-label={words.list} className="grid gap-1">
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
