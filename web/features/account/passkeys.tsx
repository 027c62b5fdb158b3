import { useState } from 'react'
import type { Security } from '../../../contract/account-security.ts'
import * as securityCalls from '../../generated/security-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import type { Answer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { hasPasskeys, createPasskey } from './passkey-ceremony.ts'
import { passkeyMessages as words } from './passkey.messages.en.ts'
import { PasswordStep } from './password-step.tsx'
import { LOCALE } from '../../../domain/words.en.ts'

type Passkey = Security['passkeys'][number]

const DAY = new Intl.DateTimeFormat(LOCALE, { month: 'long', day: 'numeric' })

const deviceOf = ({ device }: Passkey): string => (device === '' ? words.unknown : device)

/** The passkeys of an adult: adding and removing them. @param onChanged called when one was added or removed */
export function Passkeys({ security, onChanged }: { security: Answer<Security>; onChanged: () => void }) {
  const [asks, setAsks] = useState<'nothing' | 'new' | Passkey>('nothing')
  if (security.state !== 'value') return null
  const { passkeys } = security.value
  if (passkeys.length === 0 && !hasPasskeys()) return null

  function changed(what: string): void {
    setAsks('nothing')
    showToast(what)
    onChanged()
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{words.heading}</h2>
      {asks === 'nothing' && (
        <>
          <p>{words.text}</p>
          <PasskeyList passkeys={passkeys} onRemove={setAsks} />
          {hasPasskeys() && (
            <Button kind="secondary" className="justify-self-start" onClick={() => setAsks('new')}>
              {words.add}
            </Button>
          )}
        </>
      )}
      {asks === 'new' && (
        <PasswordStep
          act={createPasskey}
          submit={words.addDo}
          failures={words.failures}
          onDone={() => changed(words.added)}
          onCancel={() => setAsks('nothing')}
        >
          {words.addHint}
        </PasswordStep>
      )}
      {typeof asks === 'object' && (
        <RemovePasskey
          passkey={asks}
          onDone={() => changed(words.removed)}
          onCancel={() => setAsks('nothing')}
        />
      )}
    </Card>
  )
}

function PasskeyList(props: { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) {
  if (props.passkeys.length === 0) return null
  return (
    <ul className="grid gap-3">
      {props.passkeys.map((passkey) => {
        const [device, day] = [deviceOf(passkey), DAY.format(passkey.madeAt)]
        return (
          <li
            key={passkey.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-key bg-sunk px-4 py-3"
          >
            <span>
              <span className="block font-bold">{device}</span>
              <span className="block text-sm text-ink-soft">{words.made(day)}</span>
            </span>
            <Button
              kind="quiet"
              aria-label={words.removeOf(device, day)}
              onClick={() => props.onRemove(passkey)}
            >
              {words.remove}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function RemovePasskey(props: { passkey: Passkey; onDone: () => void; onCancel: () => void }) {
  const { passkey, onDone, onCancel } = props
  const remove = (password: string) =>
    sessionCall(securityCalls.removePasskey, { params: { passkeyId: passkey.id }, body: { password } })
  return (
    <PasswordStep
      act={remove}
      submit={words.removeDo}
      failures={words.failures}
      onDone={onDone}
      onCancel={onCancel}
    >
      {words.removeHint(deviceOf(passkey))}
    </PasswordStep>
  )
}
