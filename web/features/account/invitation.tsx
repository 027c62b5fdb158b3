import { useState, type FormEvent } from 'react'
import * as securityCalls from '../../generated/security-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { focusFirstProblem } from './adult-input.ts'
import { securityMessages } from './security.messages.en.ts'

const { invitation: words } = securityMessages

const acceptInvitation = (code: string) => sessionCall(securityCalls.acceptInvitation, { body: { code } })

/** Takes the code of an invitation, where adults need one before they add children. */
export function Invitation({ onAccepted }: { onAccepted: () => void }) {
  const [code, setCode] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const accept = useAction(acceptInvitation)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (code.trim() === '') return focusFirstProblem(event.currentTarget)
    if (!(await accept.run(code))) return
    showToast(words.accepted)
    onAccepted()
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{words.heading}</h2>
      <p>{words.text}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={words.code}
          problem={wasSubmitted && code.trim() === '' ? words.missing : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={24}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <FailureNote failure={accept.failure} waitSeconds={accept.waitSeconds} own={words.failures} />
        <Button kind="primary" type="submit" className="justify-self-start" aria-disabled={accept.isPending}>
          {words.submit}
        </Button>
      </form>
    </Card>
  )
}
