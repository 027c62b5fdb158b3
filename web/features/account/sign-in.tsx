import { useRef, useState } from 'react'
import type { PinKind } from '../../../domain/pin.ts'
import { browserStore } from '../../lib/storage.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { AdultSignIn } from './adult-sign-in.tsx'
import { cardOfAddress, knownClassCode, saveKnownChild } from './known-card.ts'
import { ChildSignIn, firstStep, greeting } from './child-sign-in.tsx'
import { finishSignIn } from './session.ts'
import { signInMessages as words } from './sign-in.messages.en.ts'

type Way = 'child' | 'adult'

const WAYS = [
  { value: 'child', label: words.child, hint: words.childHint },
  { value: 'adult', label: words.adult, hint: words.adultHint },
] as const

type Props = {
  /** The role selected at first. */
  way: Way
  /** Where to go after signing in; null for the role's home page. */
  back: string | null
  /** Called with the person who signed in, before the app reloads. */
  onEntered: Parameters<typeof finishSignIn>[1]
}

/** Signing in: children first, adults behind a choice. */
export function SignIn({ way: first, back, onEntered }: Props) {
  const [card] = useState(() => cardOfAddress(location.hash))
  const [way, setWay] = useState<Way>(card === null ? first : 'child')
  const [child, setChild] = useState(() => {
    const known = card ?? knownClassCode(browserStore)
    return { step: firstStep(known), known }
  })
  const [isAccepted, setAccepted] = useState(false)
  const pinKind = useRef<PinKind>(null)
  const isAtPin = way === 'child' && child.step === 'pin'
  const entering = useAction<[], unknown>(() =>
    finishSignIn(back, (me) => {
      const { name, nickname, color } = me
      if (nickname !== null && color !== null) {
        saveKnownChild(browserStore, { name, nickname, color, pinKind: pinKind.current })
      }
      return onEntered?.(me)
    }),
  )

  function enter(kind: PinKind | null): void {
    pinKind.current = kind
    setAccepted(true)
    void entering.run()
  }

  if (isAccepted) {
    return (
      <AccountSheet title={words.title}>
        {entering.failure === null ? (
          <Spinner label={words.entering} />
        ) : (
          <>
            <FailureNote failure={entering.failure} waitSeconds={entering.waitSeconds} />
            <Button kind="primary" size="large" onClick={() => void entering.run()}>
              {words.tryAgain}
            </Button>
          </>
        )}
      </AccountSheet>
    )
  }
  return (
    <AccountSheet title={isAtPin ? greeting(child.known) : words.title}>
      {card === null && !isAtPin && (
        <ChoiceGroup legend={words.ways} choices={WAYS} value={way} onChange={setWay} />
      )}
      {way === 'child' ? (
        <ChildSignIn {...child} onStep={(step, known) => setChild({ step, known })} onEntered={enter} />
      ) : (
        <AdultSignIn onEntered={() => enter(null)} />
      )}
    </AccountSheet>
  )
}
