import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { focusFirstProblem } from './adult-input.ts'
import { twoStepMessages } from './two-step-sign-in.messages.en.ts'
import { signInCode, CODE_STEP_EXPIRED } from './sign-in-calls.ts'

const { signIn: words } = twoStepMessages

type Props = {
  /** Called when the adult is signed in. */
  onEntered: () => void
  /** Called when the password must be entered again. */
  onBack: () => void
}

/** Asks for the code of a two-step sign-in, after the right password. */
export function CodeStep({ onEntered, onBack }: Props) {
  const [code, setCode] = useState('')
  const [isTrusted, setTrusted] = useState(false)
  const [wasSubmitted, setSubmitted] = useState(false)
  const action = useAction(signInCode)
  const part = useRef<HTMLDivElement>(null)
  const isOver = action.failure?.code === CODE_STEP_EXPIRED

  // The password form was removed, and focus was lost with it.
  useEffect(() => part.current?.querySelector('input')?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (code.trim() === '') return focusFirstProblem(event.currentTarget)
    if (await action.run({ code, trust: isTrusted })) onEntered()
  }

  if (isOver) {
    return (
      <div role="alert" className="grid gap-5">
        <p className="text-lg">{words.over}</p>
        <Button kind="primary" size="large" onClick={() => onBack()}>
          {words.back}
        </Button>
      </div>
    )
  }
  return (
    <div ref={part}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <p className="text-lg">{words.lead}</p>
        <Field
          label={words.code}
          hint={words.hint}
          problem={wasSubmitted && code.trim() === '' ? words.missing : undefined}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Toggle label={words.trust} hint={words.trustHint} checked={isTrusted} onChange={setTrusted} />
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
        <Button kind="primary" size="large" type="submit" aria-disabled={action.isPending}>
          {words.submit}
        </Button>
        <Button kind="quiet" onClick={() => onBack()}>
          {words.back}
        </Button>
      </form>
    </div>
  )
}
