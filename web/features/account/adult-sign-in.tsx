import { type FormEvent, useState } from 'react'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../../generated/constants.ts'
import { handedOverBy } from '../../lib/handed-over.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { focusFirstProblem } from './adult-input.ts'
import { CodeStep } from './code-step.tsx'
import { SignInAlternatives } from './sign-in-alternatives.tsx'
import { signInAdult } from './sign-in-calls.ts'
import { signInMessages } from './sign-in.messages.en.ts'
import { hasPasskeys, signInWithPasskey } from './passkey-ceremony.ts'
import { passkeyMessages } from './passkey.messages.en.ts'

const { adultForm: words } = signInMessages

/** A teacher or parent signs in. @param onEntered called when the adult is signed in */
export function AdultSignIn({ onEntered }: { onEntered: () => void }) {
  const [email, setEmail] = useState(handedOverBy)
  const [password, setPassword] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const action = useAction(signInAdult)
  const missing = {
    email: wasSubmitted && email.trim() === '' ? words.missing.email : undefined,
    password: wasSubmitted && password === '' ? words.missing.password : undefined,
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (email.trim() === '' || password === '') return focusFirstProblem(event.currentTarget)
    const entered = await action.run({ email: email.trim(), password })
    if (entered?.next === 'second_step') setNeedsCode(true)
    else if (entered) onEntered()
  }

  if (needsCode) return <CodeStep onEntered={onEntered} onBack={() => setNeedsCode(false)} />

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field
        label={words.email}
        problem={missing.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <PasswordField
        label={words.password}
        problem={missing.password}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
      {action.failure?.code === 'email_not_verified' && (
        <LinkButton kind="secondary" href="/verify">
          {words.verify}
        </LinkButton>
      )}
      <Button kind="primary" size="large" type="submit" aria-disabled={action.isPending}>
        {words.submit}
      </Button>
      <PasskeySignIn onEntered={onEntered} />
      <SignInAlternatives words={words.otherWays} />
    </form>
  )
}

/** Signing in with a passkey in place of the password. @param onEntered called when the adult is signed in */
function PasskeySignIn({ onEntered }: { onEntered: () => void }) {
  const { run, failure, isPending, waitSeconds } = useAction(signInWithPasskey)
  if (!hasPasskeys()) return null

  async function signIn(): Promise<void> {
    if (await run()) onEntered()
  }

  return (
    <>
      <FailureNote failure={failure} waitSeconds={waitSeconds} own={passkeyMessages.signInFailures} />
      <Button kind="secondary" aria-disabled={isPending} onClick={() => void signIn()}>
        {passkeyMessages.signIn}
      </Button>
    </>
  )
}
