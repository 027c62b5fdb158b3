import { useEffect, useRef, useState } from 'react'
import { fieldsOf } from '../../../domain/json-fields.ts'
import type { PinKind } from '../../../domain/pin.ts'
import { browserStore } from '../../lib/storage.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { AdultSignIn } from './adult-sign-in.tsx'
import { cardOfAddress, knownClassCode, saveKnownChild, type KnownCard } from './known-card.ts'
import { ChildSignIn, firstStep, greeting, type Step } from './child-sign-in.tsx'
import { finishSignIn } from './session.ts'
import { signInMessages as words } from './sign-in.messages.en.ts'

type Way = 'child' | 'adult'

const WAYS = [
  { value: 'child', label: words.child, hint: words.childHint },
  { value: 'adult', label: words.adult, hint: words.adultHint },
] as const

const ORDER: readonly Step[] = ['code', 'name', 'pin']

type ChildStep = { readonly step: Step; readonly known: KnownCard }

/** The number of the step that the entry of the browser's history stands for. */
function numberHere(): number {
  const number = fieldsOf(history.state).get('signInStep')
  return typeof number === 'number' ? number : 0
}

/**
 * The steps of a child's sign-in. Each is an entry of the browser's history, so that Back goes one step back. The entries have
 * nothing but their numbers: what the child has typed is not kept in the browser.
 */
function useSteps(first: () => ChildStep) {
  const [start] = useState(first)
  const [number, setNumber] = useState(numberHere)
  const [steps, setSteps] = useState<ReadonlyMap<number, ChildStep>>(new Map())
  const stepAt = (at: number): ChildStep => steps.get(at) ?? start
  const here = stepAt(number)

  useEffect(() => {
    const follow = (): void => setNumber(numberHere())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  function go(step: Step, known: KnownCard): void {
    const isEarlier = ORDER.indexOf(step) < ORDER.indexOf(here.step)
    const goesBack = isEarlier && number > 0 && stepAt(number - 1).step === step
    const to = goesBack ? number - 1 : number + 1
    setSteps(new Map(steps).set(number, { step: here.step, known }).set(to, { step, known }))
    if (goesBack) return history.back()
    history.pushState({ signInStep: to }, '')
    setNumber(to)
  }
  return [here, go] as const
}

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
  const [child, goTo] = useSteps(() => {
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
    <AccountSheet
      title={isAtPin ? greeting(child.known) : words.title}
      heading={
        isAtPin ? withNames((name) => greeting({ ...child.known, name }), child.known.name) : undefined
      }
    >
      {card === null && !isAtPin && (
        <ChoiceGroup legend={words.ways} choices={WAYS} value={way} onChange={setWay} />
      )}
      {way === 'child' ? (
        <ChildSignIn {...child} onStep={goTo} onEntered={enter} />
      ) : (
        <AdultSignIn onEntered={() => enter(null)} />
      )}
    </AccountSheet>
  )
}
