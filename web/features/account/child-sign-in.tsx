import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CLASS_CODE_LENGTH, grouped, looksLikeClassCode, plainCode } from '../../../domain/code.ts'
import { plainName } from '../../../domain/child-name.ts'
import type { Pin, PinKind } from '../../../domain/pin.ts'
import { MAX_NAME_LENGTH } from '../../generated/constants.ts'
import { browserStore } from '../../lib/storage.ts'
import { useAction } from '../../lib/use-action.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { badgeWords } from '../../ui/badge.messages.en.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { withNames } from '../../ui/with-names.tsx'
import {
  knownChildrenOf,
  knownClassCode,
  deleteKnownChildren,
  saveKnownClass,
  saveKnownPinKind,
  type KnownCard,
} from './known-card.ts'
import { ClassAnimals, KnownChildren } from './known-children.tsx'
import { PinStep } from './pin-step.tsx'
import { CLASS_WAITS, readClass, signInChild, type ClassToSignIn } from './sign-in-calls.ts'
import { signInMessages } from './sign-in.messages.en.ts'

export type Step = 'code' | 'name' | 'pin'

/** A code longer than any, with the spaces and dashes people add. */
const MAX_CODE_SIGNS = CLASS_CODE_LENGTH + 6

/** The first step of a child's sign-in, by what its card already says. */
export function firstStep({ code, name, card }: KnownCard): Step {
  if (code === '') return 'code'
  return name === '' && card === null ? 'name' : 'pin'
}

/** The greeting before sign-in: with the typed name, or the badge. */
export function greeting({ name, card }: KnownCard): string {
  const { hello, helloBadge, helloThere } = signInMessages.pin
  if (card === null) return hello(name)
  return card.badge === null ? helloThere : helloBadge(badgeWords(card.badge.color, card.badge.animal))
}

type Props = {
  step: Step
  /** Known so far, from a card or from the child. */
  known: KnownCard
  onStep: (step: Step, known: KnownCard) => void
  /** Called when the child is signed in, with its kind of PIN. */
  onEntered: (pinKind: PinKind) => void
}

/** Signs in a child with class code, name and PIN, one after another. Steps that the card answers are skipped. */
export function ChildSignIn({ step, known, onStep, onEntered }: Props) {
  const { pinKind, children } = useClass(known.code)
  switch (step) {
    case 'code':
      return (
        <OneLine
          key="code"
          words={signInMessages.code}
          value={known.code}
          maxLength={MAX_CODE_SIGNS}
          clean={plainCode}
          problemOf={(code) => (looksLikeClassCode(code) ? undefined : signInMessages.code.notACode)}
          isCode
          onDone={(code) => onStep('name', { ...known, code, card: null, pinKind: null })}
        />
      )
    case 'name':
      return (
        <NameStep
          key="name"
          known={known}
          ofClass={children}
          onBack={() => onStep('code', known)}
          onDone={(who) => onStep('pin', { ...known, name: '', card: null, pinKind: null, ...who })}
        />
      )
    case 'pin':
      return (
        <SecretSigns
          known={known}
          classKind={pinKind}
          onBack={() => onStep('name', known)}
          onEntered={onEntered}
        />
      )
  }
}

/** The class of a code. Until the server answers, the kind of PIN of the last child who signed in here, and no children: null. */
type ClassHere = { readonly pinKind: PinKind | null; readonly children: ClassToSignIn['children'] | null }

function useClass(code: string): ClassHere {
  const [answer, setAnswer] = useState<{ readonly code: string; readonly read: ClassToSignIn | null } | null>(
    null,
  )
  useEffect(() => {
    if (code === '') return
    const load = async (): Promise<void> => {
      const read = await readClass(code)
      if (read !== null) saveKnownPinKind(browserStore, code, read.pinKind)
      // Stored with its code, because another code may have been typed meanwhile.
      setAnswer({ code, read })
    }
    void load()
  }, [code])
  const isAnswered = answer?.code === code
  if (isAnswered && answer.read) return answer.read
  const here = knownClassCode(browserStore)
  return { pinKind: here.code === code ? here.pinKind : null, children: isAnswered ? [] : null }
}

type NameProps = {
  known: KnownCard
  ofClass: ClassHere['children']
  onBack: () => void
  onDone: (who: Partial<Pick<KnownCard, 'name' | 'card'>>) => void
}

/** The kind of PIN that a child last used here, unless the class has changed it since. */
function pinKindHere(name: string): PinKind | null {
  return knownChildrenOf(browserStore).find((child) => child.name === name)?.pinKind ?? null
}

/** Those who have signed in here tap their animal and name, others their animal in the class; a name can also be typed. */
function NameStep({ known, ofClass, onBack, onDone }: NameProps) {
  const [here, setHere] = useState(() =>
    knownClassCode(browserStore).code === known.code ? knownChildrenOf(browserStore) : [],
  )
  const [isTyping, setTyping] = useState(false)
  if (here.length > 0) {
    return (
      <KnownChildren
        known={here}
        onChoose={({ name }) => onDone({ name })}
        onOther={() => setHere([])}
        onRemoveAll={() => {
          deleteKnownChildren(browserStore)
          setHere([])
        }}
      />
    )
  }
  if (ofClass === null) return <Spinner />
  if (ofClass.length > 0 && !isTyping) {
    return (
      <ClassAnimals
        ofClass={ofClass}
        onChoose={(card) => onDone({ card })}
        onBack={onBack}
        onType={() => setTyping(true)}
      />
    )
  }
  return (
    <OneLine
      words={signInMessages.name}
      value={known.name}
      maxLength={MAX_NAME_LENGTH}
      clean={plainName}
      onBack={onBack}
      onDone={(name) => onDone({ name })}
    />
  )
}

type LineProps = {
  words: { readonly label: string; readonly hint: string; readonly next: string; readonly missing: string }
  value: string
  maxLength: number
  clean: (typed: string) => string
  /** The error in a typed code, cleaned and not empty; undefined if there is none. */
  problemOf?: (typed: string) => string | undefined
  /** Capitals, set wide. */
  isCode?: boolean
  onBack?: () => void
  onDone: (typed: string) => void
}

function OneLine({ words, value, maxLength, clean, problemOf, isCode = false, onBack, onDone }: LineProps) {
  const [typed, setTyped] = useState(value)
  const [wasSubmitted, setSubmitted] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const cleaned = clean(typed)
  const problem = cleaned === '' ? words.missing : problemOf?.(cleaned)

  useEffect(() => box.current?.focus({ preventScroll: true }), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    setSubmitted(true)
    if (problem === undefined) onDone(cleaned)
    else box.current?.focus()
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className={`grid gap-6 [&_input]:min-h-16 [&_input]:text-3xl ${isCode ? '[&_input]:tracking-widest [&_input]:uppercase' : ''}`}
    >
      <Field
        label={words.label}
        hint={words.hint}
        problem={wasSubmitted ? problem : undefined}
        value={typed}
        maxLength={maxLength}
        ref={box}
        autoComplete="off"
        autoCapitalize={isCode ? 'characters' : 'words'}
        autoCorrect="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="flex flex-wrap justify-between gap-3">
        {onBack && (
          <Button kind="secondary" size="large" onClick={onBack}>
            {signInMessages.name.back}
          </Button>
        )}
        <Button kind="primary" size="large" type="submit" className="flex-1">
          {words.next}
        </Button>
      </div>
    </form>
  )
}

type SecretProps = Pick<Props, 'known' | 'onEntered'> & { classKind: PinKind | null; onBack: () => void }

function SecretSigns({ known, classKind, onBack, onEntered }: SecretProps) {
  const { code, name, card } = known
  const [chosen, setChosen] = useState<PinKind | null>(null)
  const kind = chosen ?? known.pinKind ?? pinKindHere(name) ?? classKind ?? 'digits'
  const [refused, setRefused] = useState(0)
  const [isIn, setIn] = useState(false)
  const { run, isPending, failure, waitSeconds, clearFailure } = useAction(signInChild)
  const lastPin = useRef('')

  async function send(pin: Pin): Promise<void> {
    const sent = JSON.stringify(pin)
    // A PIN entered again by mistake is wrong again, and need not count against the child.
    if (failure?.status === 401 && lastPin.current === sent) return setRefused((count) => count + 1)
    lastPin.current = sent
    const who = card === null ? { name } : { card: card.id }
    if ((await run({ code, who, pin })) === null) return setRefused((count) => count + 1)
    saveKnownClass(browserStore, code, classKind)
    setIn(true)
    onEntered(pin.kind)
  }

  return (
    <div className="flex flex-col items-center gap-4">
      {card?.badge && (
        <span className="short:hidden">
          <AnimalBadge animal={card.badge.animal} color={card.badge.color} size={72} />
        </span>
      )}
      {failure?.code === CLASS_WAITS ? (
        <ClassRests onAgain={clearFailure} />
      ) : waitSeconds > 0 ? (
        <Rest seconds={waitSeconds} />
      ) : (
        <PinStep
          kind={kind}
          disabled={isPending || isIn}
          refused={refused}
          failure={failure}
          onKind={setChosen}
          onPin={(pin) => void send(pin)}
        />
      )}
      <output className="min-h-6 text-center wrap-anywhere text-ink-soft">
        {isPending || isIn
          ? signInMessages.pin.checking
          : failure?.status === 401 &&
            withNames(
              (shownCode, shownName) =>
                signInMessages.stillWrong(shownCode, card === null ? shownName : null),
              grouped(code),
              name,
            )}
      </output>
      <Button kind="secondary" onClick={onBack}>
        {signInMessages.pin.notMe}
      </Button>
    </div>
  )
}

/** The wait after too many wrong tries, with a countdown for children who cannot read yet. */
function Rest({ seconds }: { seconds: number }) {
  return (
    <div className="flex flex-col items-center gap-3 py-6 text-center" role="timer">
      <p className="text-xl font-bold">{signInMessages.waitTitle}</p>
      <p aria-hidden="true" className="text-7xl font-bold text-thinking tabular-nums">
        {seconds}
      </p>
      <p className="text-ink-soft">{signInMessages.wait(seconds)}</p>
    </div>
  )
}

/** Too many wrong tries of others: no number, since it is the teacher or the parent who ends it. */
function ClassRests({ onAgain }: { onAgain: () => void }) {
  const { title, text, again } = signInMessages.classWaits
  return (
    <div className="flex flex-col items-center gap-4 py-6 text-center">
      <div role="alert" className="grid gap-3">
        <p className="text-2xl font-bold text-balance">{title}</p>
        <p className="text-lg text-balance">{text}</p>
      </div>
      <Button kind="primary" size="large" onClick={onAgain}>
        {again}
      </Button>
    </div>
  )
}
