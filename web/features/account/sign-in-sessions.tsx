import type { Security, SignInSession } from '../../../contract/account-security.ts'
import * as securityCalls from '../../generated/security-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Answer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast.tsx'
import { securityMessages } from './security.messages.en.ts'
import { LOCALE } from '../../../domain/words.en.ts'

const { sessions: words } = securityMessages

const endOthers = () => sessionCall(securityCalls.endOthers, {})

const DAY = new Intl.DateTimeFormat(LOCALE, { month: 'long', day: 'numeric' })

/** Lists an adult's sign-in sessions and ends all others. @param onEnded called when that has been done */
export function SignInSessions({ security, onEnded }: { security: Answer<Security>; onEnded: () => void }) {
  const end = useAction(endOthers)

  async function endThem(): Promise<void> {
    if (!(await end.run())) return
    showToast(words.ended)
    onEnded()
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{words.heading}</h2>
      {security.state === 'loading' && <Spinner label={words.loading} />}
      {security.state === 'failed' && <FailureNote failure={security.failure} />}
      {security.state === 'value' && <Sessions sessions={security.value.sessions} />}
      {security.state === 'value' && security.value.sessions.length > 1 && (
        <>
          <FailureNote failure={end.failure} waitSeconds={end.waitSeconds} />
          <Button
            kind="secondary"
            className="justify-self-start"
            aria-disabled={end.isPending}
            onClick={() => void endThem()}
          >
            {words.endOthers}
          </Button>
        </>
      )}
    </Card>
  )
}

function Sessions({ sessions }: { sessions: readonly SignInSession[] }) {
  return (
    <ul className="grid gap-3">
      {sessions.map(({ device, startedAt, lastUsedAt, isThis }) => (
        <li key={startedAt} className="rounded-key bg-sunk px-4 py-3">
          <p className="font-bold">
            {device === '' ? words.unknown : device}
            {isThis && <span className="font-normal text-ink-soft"> · {words.here}</span>}
          </p>
          <p className="text-sm text-ink-soft">
            {words.times(DAY.format(startedAt), DAY.format(lastUsedAt))}
          </p>
        </li>
      ))}
    </ul>
  )
}
