import { useState, type FormEvent } from 'react'
import type { SignInResult } from '../../../contract/account.ts'
import { MAX_PASSWORD_LENGTH } from '../../generated/constants.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { LoadingPage } from '../../ui/page-message.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { focusFirstProblem } from './adult-input.ts'
import { adultMessages } from './adult.messages.en.ts'
import { CodeStep } from './code-step.tsx'
import { EmailForm } from './email-form.tsx'
import { endPendingSignOut } from './pending-sign-out.ts'
import { useLinkToken } from './link-token.ts'
import { MailSent } from './mail-sent.tsx'
import { SignInAlternatives } from './sign-in-alternatives.tsx'
import { useMailSetting } from './use-account-settings.ts'

const { verify: words } = adultMessages

async function verify(body: { token: string; password: string }): Promise<CallResult<SignInResult>> {
  await endPendingSignOut()
  return call(accountCalls.verify, { body })
}
const verifyAgain = (email: string) => call(accountCalls.verifyAgain, { body: { email } })

/** Opens the link of the mail that was sent on signing up; without one, or with an old one, a new one can be had. */
export function VerifyLink({ onEntered }: { onEntered: () => void }) {
  const token = useLinkToken()
  return token === '' ? (
    <NewLink reason={words.none} />
  ) : (
    <Confirming key={token} token={token} onEntered={onEntered} />
  )
}

function Confirming({ token, onEntered }: { token: string; onEntered: () => void }) {
  const { run, failure, isPending, waitSeconds } = useAction(verify)
  const [password, setPassword] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const missing = wasSubmitted && password === '' ? words.missing : undefined

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (password === '') return focusFirstProblem(event.currentTarget)
    const entered = await run({ token, password })
    if (entered?.next === 'second_step') setNeedsCode(true)
    else if (entered) onEntered()
  }

  if (failure?.code === 'bad_link') return <NewLink title={words.badTitle} reason={words.bad} />
  if (needsCode) {
    return (
      <AccountSheet title={words.title}>
        <CodeStep onEntered={onEntered} onBack={() => setNeedsCode(false)} />
      </AccountSheet>
    )
  }
  return (
    <AccountSheet title={words.title} lead={words.lead}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <PasswordField
          label={words.password}
          problem={missing}
          autoComplete="current-password"
          maxLength={MAX_PASSWORD_LENGTH}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <FailureNote failure={failure} waitSeconds={waitSeconds} own={words.wrong} />
        <Button kind="primary" size="large" type="submit" aria-disabled={isPending}>
          {words.confirm}
        </Button>
      </form>
      {/* Who does not know the password: it may be that of a stranger who typed this address. */}
      <SignInAlternatives words={words.otherWays} />
    </AccountSheet>
  )
}

function NewLink({ title = words.title, reason }: { title?: string; reason: string }) {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const mail = useMailSetting()
  if (mail === 'loading') return <LoadingPage />
  if (mail === 'not_sent') {
    return (
      <AccountSheet key="no mail" title={words.noMailTitle} lead={words.noMail}>
        <LinkButton kind="primary" size="large" href="/sign-in">
          {words.signIn}
        </LinkButton>
      </AccountSheet>
    )
  }
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
