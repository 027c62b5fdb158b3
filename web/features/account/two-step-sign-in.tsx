import { useState, type FormEvent } from 'react'
import type { TwoStepSetup, Security } from '../../../contract/account-security.ts'
import * as securityCalls from '../../generated/security-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Answer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { showToast } from '../../ui/toast.tsx'
import { FormActions } from './form-actions.tsx'
import { focusFirstProblem } from './adult-input.ts'
import { PasswordStep } from './password-step.tsx'
import { twoStepMessages as words } from './two-step-sign-in.messages.en.ts'

const begin = (password: string) => sessionCall(securityCalls.setUpTwoStepSignIn, { body: { password } })
const confirm = (code: string) => sessionCall(securityCalls.confirmTwoStepSignIn, { body: { code } })
const end = (password: string) => sessionCall(securityCalls.turnOffTwoStepSignIn, { body: { password } })
const renew = (password: string) => sessionCall(securityCalls.newRecoveryCodes, { body: { password } })

/** Fewer recovery codes than these are few. */
const FEW_CODES = 3

type Props = {
  security: Answer<Security>
  /** Called when it was turned on or off. */
  onChanged: () => void
  /** Called with the new recovery codes, which are shown only once. */
  onCodes: (codes: readonly string[]) => void
}

/** Turns two-step sign-in on and off. */
export function TwoStepSignIn({ security, onChanged, onCodes }: Props) {
  if (security.state !== 'value') return null
  const { isOn, codesLeft } = security.value.secondStep
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{words.heading}</h2>
      {isOn ? (
        <StepIsOn codesLeft={codesLeft} onChanged={onChanged} onCodes={onCodes} />
      ) : (
        <StepIsOff onCodes={onCodes} />
      )}
    </Card>
  )
}

function StepIsOff({ onCodes }: Pick<Props, 'onCodes'>) {
  const [stage, setStage] = useState<'closed' | 'password' | TwoStepSetup>('closed')
  if (stage === 'closed') {
    return (
      <>
        <p>{words.offText}</p>
        <Button kind="secondary" className="justify-self-start" onClick={() => setStage('password')}>
          {words.turnOn}
        </Button>
      </>
    )
  }
  const cancel = (): void => setStage('closed')
  if (stage === 'password') {
    return <PasswordStep act={begin} submit={words.next} onDone={setStage} onCancel={cancel} />
  }
  return <AppStep begun={stage} onDone={() => onCodes(stage.recoveryCodes)} onCancel={cancel} />
}

function StepIsOn({ codesLeft, onChanged, onCodes }: { codesLeft: number } & Omit<Props, 'security'>) {
  const [asks, setAsks] = useState<'nothing' | 'off' | 'codes'>('nothing')
  const cancel = (): void => setAsks('nothing')

  function turnedOff(): void {
    showToast(words.turnedOff)
    onChanged()
  }

  if (asks === 'off') {
    return (
      <PasswordStep act={end} submit={words.offDo} onDone={turnedOff} onCancel={cancel}>
        {words.offHint}
      </PasswordStep>
    )
  }
  if (asks === 'codes') {
    const made = ({ recoveryCodes }: { recoveryCodes: readonly string[] }): void => onCodes(recoveryCodes)
    return (
      <PasswordStep act={renew} submit={words.newDo} onDone={made} onCancel={cancel}>
        {words.newHint}
      </PasswordStep>
    )
  }
  return (
    <>
      <p>{words.onText(codesLeft)}</p>
      {codesLeft < FEW_CODES && <p className="font-bold text-thinking">{words.fewLeft}</p>}
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" onClick={() => setAsks('codes')}>
          {words.newCodes}
        </Button>
        <Button kind="quiet" onClick={() => setAsks('off')}>
          {words.turnOff}
        </Button>
      </div>
    </>
  )
}

/** The key in fours, as people type it. */
const fours = (key: string): string => key.replace(/.{4}(?=.)/g, '$& ')

type AppStepProps = { begun: TwoStepSetup; onDone: () => void; onCancel: () => void }

/** The key for an authenticator app, until a first code of it is right. */
function AppStep({ begun: { uri, key }, onDone, onCancel }: AppStepProps) {
  const [code, setCode] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const action = useAction(confirm)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (code.trim() === '') return focusFirstProblem(event.currentTarget)
    if (await action.run(code)) onDone()
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      <p>{words.scan}</p>
      <div className="size-56 overflow-hidden rounded-key">
        <QrCode text={uri} label={words.qr} />
      </div>
      <p>
        {words.key} <span className="block font-bold break-words">{fours(key)}</span>
      </p>
      <Field
        label={words.appCode}
        hint={words.appCodeHint}
        problem={wasSubmitted && code.trim() === '' ? words.codeMissing : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <FormActions action={action} failures={words.codeFailures} submit={words.confirm} onCancel={onCancel} />
    </form>
  )
}
