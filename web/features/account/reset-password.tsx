import { useState, type FormEvent } from 'react'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../generated/constants.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import { call } from '../../lib/api.ts'
import { readSite } from '../../lib/site.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { LoadingPage } from '../../ui/page-message.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { focusFirstProblem, isLongEnough } from './adult-input.ts'
import { adultMessages } from './adult.messages.en.ts'
import { EmailForm } from './email-form.tsx'
import { useLinkToken } from './link-token.ts'
import { useMailSetting } from './use-account-settings.ts'

const { forgotten, reset, signUp } = adultMessages

const askForReset = (email: string) => call(accountCalls.askForReset, { body: { email } })
const setPassword = (body: { token: string; password: string }) => call(accountCalls.resetPassword, { body })

/** Sets a new password with the link of a mail; without one, asks where to send it. */
export function ResetPassword() {
  const token = useLinkToken()
  const [old, setOld] = useState('')
  if (token === '') return <Forgotten />
  if (token !== old) return <NewPassword key={token} token={token} onOld={() => setOld(token)} />
  return <Forgotten title={reset.badTitle} lead={reset.bad} />
}

function Forgotten({ title = forgotten.title, lead = forgotten.lead }: { title?: string; lead?: string }) {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const mail = useMailSetting()
  if (mail === 'loading') return <LoadingPage />
  if (mail === 'not_sent') {
    return (
      <AccountSheet key="no mail" title={forgotten.title}>
        <p className="text-lg">{withNames(forgotten.noMail, readSite().contactAddress)}</p>
      </AccountSheet>
    )
  }
  if (mailedTo !== null) {
    return (
      <AccountSheet key="sent" title={forgotten.sentTitle}>
        <p className="text-lg break-words">{withNames(forgotten.sent, mailedTo)}</p>
        <Button kind="secondary" className="justify-self-start" onClick={() => setMailedTo(null)}>
          {forgotten.other}
        </Button>
      </AccountSheet>
    )
  }
  return (
    <AccountSheet title={title} lead={lead}>
      <EmailForm
        label={forgotten.email}
        submit={forgotten.submit}
        failures={forgotten.failures}
        send={askForReset}
        onSent={setMailedTo}
      />
    </AccountSheet>
  )
}

function NewPassword({ token, onOld }: { token: string; onOld: () => void }) {
  const [password, setTyped] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isSet, setSet] = useState(false)
  const action = useAction(setPassword)
  const isShort = wasSubmitted && !isLongEnough(password)
  const isOld = action.failure?.code === 'bad_link'

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (!isLongEnough(password)) return focusFirstProblem(event.currentTarget)
    if (await action.run({ token, password })) setSet(true)
  }

  if (isSet) {
    return (
      <AccountSheet key="set" title={reset.doneTitle}>
        <p className="text-lg">{reset.done}</p>
        <LinkButton kind="primary" size="large" href="/sign-in">
          {reset.signIn}
        </LinkButton>
      </AccountSheet>
    )
  }
  if (isOld) {
    return (
      <AccountSheet key="old" title={reset.badTitle} lead={reset.bad}>
        <Button kind="primary" size="large" onClick={onOld}>
          {reset.again}
        </Button>
      </AccountSheet>
    )
  }
  return (
    <AccountSheet title={reset.title} lead={reset.lead}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <PasswordField
          label={reset.password}
          hint={signUp.passwordHint(MIN_PASSWORD_LENGTH)}
          problem={isShort ? signUp.problems.password(MIN_PASSWORD_LENGTH) : undefined}
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          value={password}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={reset.failures} />
        <Button kind="primary" size="large" type="submit" aria-disabled={action.isPending}>
          {reset.submit}
        </Button>
      </form>
    </AccountSheet>
  )
}
