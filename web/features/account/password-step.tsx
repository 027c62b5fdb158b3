import { useState, type FormEvent, type ReactNode } from 'react'
import { MAX_PASSWORD_LENGTH } from '../../generated/constants.ts'
import type { CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import type { FailureTextByCode } from '../../ui/failure-words.ts'
import { PasswordField } from '../../ui/field.tsx'
import { FormActions } from './form-actions.tsx'
import { focusFirstProblem } from './adult-input.ts'
import { twoStepMessages as words } from './two-step-sign-in.messages.en.ts'

type PasswordStepProps<Value> = {
  act: (password: string) => Promise<CallResult<Value>>
  submit: string
  onDone: (value: Value) => void
  onCancel: () => void
  failures?: FailureTextByCode
  /** What will happen. */
  children?: ReactNode
}

/** An action that requires the password of the signed-in adult. */
export function PasswordStep<Value>({
  act,
  submit,
  onDone,
  onCancel,
  failures = words.failures,
  children,
}: PasswordStepProps<Value>) {
  const [password, setPassword] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const action = useAction(act)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (password === '') return focusFirstProblem(event.currentTarget)
    const value = await action.run(password)
    if (value !== null) onDone(value)
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      {children !== undefined && <p>{children}</p>}
      <PasswordField
        label={words.password}
        problem={wasSubmitted && password === '' ? words.missing : undefined}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <FormActions action={action} failures={failures} submit={submit} onCancel={onCancel} />
    </form>
  )
}
