import { useState, type FormEvent } from 'react'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../generated/constants.ts'
import * as securityCalls from '../../generated/security-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { FormActions } from './form-actions.tsx'
import { focusFirstProblem, isLongEnough } from './adult-input.ts'
import { securityMessages } from './security.messages.en.ts'
import { useMailSetting } from './use-account-settings.ts'

const { password: words } = securityMessages

const changePassword = (body: { password: string; newPassword: string }) =>
  sessionCall(securityCalls.changePassword, { body })

/** Sets a new password with the old one. @param onChanged called when every other browser has been signed out */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const mail = useMailSetting()

  function changed(): void {
    setOpen(false)
    showToast(words.changed)
    onChanged()
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{words.heading}</h2>
      {isOpen ? (
        <PasswordForm onChanged={changed} onCancel={() => setOpen(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => setOpen(true)}>
            {words.open}
          </Button>
          {mail === 'sent' && (
            <LinkButton kind="quiet" href="/reset">
              {words.forgotten}
            </LinkButton>
          )}
        </div>
      )}
    </Card>
  )
}

function PasswordForm({ onChanged, onCancel }: { onChanged: () => void; onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const change = useAction(changePassword)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (password === '' || !isLongEnough(newPassword)) return focusFirstProblem(event.currentTarget)
    if (await change.run({ password, newPassword })) onChanged()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <PasswordField
        label={words.current}
        problem={wasSubmitted && password === '' ? words.missing : undefined}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <PasswordField
        label={words.next}
        hint={words.hint(MIN_PASSWORD_LENGTH)}
        problem={wasSubmitted && !isLongEnough(newPassword) ? words.short(MIN_PASSWORD_LENGTH) : undefined}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={newPassword}
        onChange={({ currentTarget }) => setNewPassword(currentTarget.value)}
      />
      <FormActions action={change} failures={words.failures} submit={words.submit} onCancel={onCancel} />
    </form>
  )
}
