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
import { ChildSignIn, firstStep, helloTo } from './child-sign-in.tsx'
import { finishSignIn } from './session.ts'
import { signInMessages as words } from './sign-in.messages.en.ts'

type Way = 'child' | 'adult'

const WAYS = [
  { value: 'child', label: words.child, hint: words.childHint },
  { value: 'adult', label: words.adult, hint: words.adultHint },
] as const

type Props = {
  /** Who is taken to be here at first. */
  way: Way
  /** Where it goes on after signing in; null for where that role is at home. */
  back: string | null
  /** Told who has come in, before the app begins anew. */
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
  const [isLetIn, setLetIn] = useState(false)
  const pinKind = useRef<PinKind>(null)
  const isAtPin = way === 'child' && child.step === 'pin'
  const entering = useAction<[], unknown>(() =>
    finishSignIn(back, (me) => {
      if (me.role === 'student' && me.nickname !== null) {
        const { name, nickname, color } = me
        saveKnownChild(browserStore, { name, nickname, color, pinKind: pinKind.current })
      }
      return onEntered?.(me)
    }),
  )

  function letIn(kind: PinKind | null): void {
    pinKind.current = kind
    setLetIn(true)
    void entering.run()
  }

  if (isLetIn) {
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
    <AccountSheet title={isAtPin ? helloTo(child.known) : words.title}>
      {card === null && !isAtPin && (
        <ChoiceGroup legend={words.ways} choices={WAYS} value={way} onChange={setWay} />
      )}
      {way === 'child' ? (
        <ChildSignIn {...child} onStep={(step, known) => setChild({ step, known })} onEntered={letIn} />
      ) : (
        <AdultSignIn onEntered={() => letIn(null)} />
      )}
    </AccountSheet>
  )
}
