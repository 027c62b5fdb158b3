import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { FailedPage } from '../../ui/instead-of-page.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { adultCalls } from './adult-calls.ts'
import { adultMessages } from './adult.messages.en.ts'
import { EmailForm } from './email-form.tsx'
import { useLinkToken } from './link-token.ts'
import { MailSent } from './mail-sent.tsx'

const { verify: words } = adultMessages

const verify = (token: string) => call(adultCalls.verify, { body: { token } })
const verifyAgain = (email: string) => call(adultCalls.verifyAgain, { body: { email } })

/** Opens the link of the mail that was sent on signing up; without one, or with an old one, a new one can be had. */
export function VerifyLink({ onEntered }: { onEntered: () => void }) {
  const token = useLinkToken()
  return token === '' ? (
    <NewLink reason={words.none} />
  ) : (
    <Checking key={token} token={token} onEntered={onEntered} />
  )
}

function Checking({ token, onEntered }: { token: string; onEntered: () => void }) {
  const { run, failure } = useAction(verify)
  const [isUsed, setUsed] = useState(false)
  const check = useCallback(async () => {
    const entered = await run(token)
    if (entered?.next === 'signed_in') onEntered()
    setUsed(entered?.next === 'sign_in')
  }, [run, token, onEntered])
  const begun = useRef(false)
  useEffect(() => {
    // A link is good once.
    if (!begun.current) void check()
    begun.current = true
  }, [check])

  if (failure?.code === 'bad_link') return <NewLink title={words.badTitle} reason={words.bad} />
  if (failure) return <FailedPage failure={failure} onTryAgain={() => void check()} />
  if (isUsed) {
    return (
      <AccountSheet title={words.usedTitle}>
        <p className="text-lg">{words.used}</p>
        <LinkButton kind="primary" size="large" href="/sign-in">
          {words.signIn}
        </LinkButton>
      </AccountSheet>
    )
  }
  return (
    <AccountSheet title={words.title}>
      <div className="flex justify-center py-6">
        <Spinner label={words.checking} />
      </div>
    </AccountSheet>
  )
}

function NewLink({ title = words.title, reason }: { title?: string; reason: string }) {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  if (mailedTo !== null) return <MailSent email={mailedTo} onOther={() => setMailedTo(null)} />
  return (
    <AccountSheet key={title} title={title} lead={reason}>
      <EmailForm
        label={words.email}
        submit={words.submit}
        failures={words.failures}
        send={verifyAgain}
        onSent={setMailedTo}
      />
    </AccountSheet>
  )
}
