import { useState } from 'react'
import * as weeklyCalls from '../../generated/weekly-calls.ts'
import { call } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { weeklyMessages } from './messages.en.ts'

const { off: words } = weeklyMessages

const turnOff = (token: string) => call(weeklyCalls.turnOffMail, { params: { token } })

/** Turns the email off with one press, without signing in. Opening the link changes nothing, because mail scanners do so. */
export function EmailOff() {
  const [token] = useState(() => location.hash.slice(1))
  const [isOff, setOff] = useState(false)
  const { run, failure, isPending, waitSeconds } = useAction(turnOff)
  const isDamaged = token === '' || failure?.code === 'bad_link'
  const { title, lead } = isOff ? words.done : isDamaged ? words.damaged : words.ask
  return (
    <PageMessage title={title} isWholePage>
      <output className="max-w-md text-ink-soft">{lead}</output>
      {isOff || isDamaged ? (
        <LinkButton kind="secondary" href="/weekly-report">
          {words.report}
        </LinkButton>
      ) : (
        <>
          <FailureNote failure={failure} waitSeconds={waitSeconds} />
          <Button
            kind="primary"
            aria-disabled={isPending}
            onClick={() => void run(token).then((answer) => setOff(answer !== null))}
          >
            {words.turnOff}
          </Button>
        </>
      )}
    </PageMessage>
  )
}
