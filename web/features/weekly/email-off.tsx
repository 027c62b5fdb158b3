import { useCallback, useState } from 'react'
import * as weeklyCalls from '../../generated/weekly-calls.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { FailedPage, LoadingPage, PageMessage } from '../../ui/page-message.tsx'
import { weeklyMessages } from './messages.en.ts'

const { off: words } = weeklyMessages

/** Opening the link turns the email off: one click, without signing in. */
export function EmailOff() {
  const [token] = useState(() => location.hash.slice(1))
  const turnOff = useCallback(
    (signal: AbortSignal): Promise<CallResult<{ done: true }>> =>
      call(weeklyCalls.turnOffMail, { params: { token: token === '' ? '-' : token } }, { signal }),
    [token],
  )
  const { answer, refetch } = useAnswer(turnOff)
  if (answer.state === 'loading') return <LoadingPage />
  const isDamaged = answer.state === 'failed' && answer.failure.code === 'bad_link'
  if (answer.state === 'failed' && !isDamaged)
    return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  return (
    <PageMessage title={isDamaged ? words.damagedTitle : words.title}>
      <p className="max-w-md text-ink-soft">{isDamaged ? words.damaged : words.lead}</p>
      <LinkButton kind="secondary" href="/weekly-report">
        {words.report}
      </LinkButton>
    </PageMessage>
  )
}
