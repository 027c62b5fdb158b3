import { useState, type FormEvent, type ReactNode } from 'react'
import { MAX_EMAIL_LENGTH } from '../../generated/constants.ts'
import type { CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { FailureTextByCode } from '../../ui/failure-words.ts'
import { Field } from '../../ui/field.tsx'
import { focusFirstProblem, looksLikeEmail } from './adult-input.ts'
import { adultMessages } from './adult.messages.en.ts'

type Props = {
  label: string
  submit: string
  failures: FailureTextByCode
  send: (email: string) => Promise<CallResult<unknown>>
  onSent: (email: string) => void
  /** Shown above the field. */
  children?: ReactNode
}

/** A form for the email address to which a link is sent. */
export function EmailForm({ label, submit, failures, send, onSent, children }: Props) {
  const [email, setEmail] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const action = useAction(send)
  const isWrong = wasSubmitted && !looksLikeEmail(email)

  async function ask(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (!looksLikeEmail(email)) return focusFirstProblem(event.currentTarget)
    if ((await action.run(email)) !== null) onSent(email.trim())
  }

  return (
    <form noValidate onSubmit={(event) => void ask(event)} className="grid gap-5">
      {children}
      <Field
        label={label}
        problem={isWrong ? adultMessages.signUp.problems.email : undefined}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={failures} />
      <Button kind="primary" size="large" type="submit" aria-disabled={action.isPending}>
        {submit}
      </Button>
    </form>
  )
}
