import { useEffect, useRef, useState, type FormEvent } from 'react'
import { MAX_NAME_LENGTH } from '../../../contract/account-limits.ts'
import { CLASS_CODE_LENGTH, looksLikeClassCode, plainCode } from '../../../domain/code.ts'
import { plainName } from '../../../domain/child-name.ts'
import type { Pin } from '../../../domain/pin.ts'
import { browserStore } from '../../lib/storage.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { noteClassHere, type KnownCard } from './card-in-address.ts'
import { PinStep } from './pin-step.tsx'
import { CLASS_WAITS, signInChild } from './sign-in-calls.ts'
import { signInMessages } from './sign-in.messages.en.ts'

export type Step = 'code' | 'name' | 'pin'

/** A code longer than any, with the spaces and dashes people add. */
const MOST_CODE_SIGNS = CLASS_CODE_LENGTH + 6

/** What a child has to be asked for first. */
export function firstStep({ code, name }: KnownCard): Step {
  if (code === '') return 'code'
  return name === '' ? 'name' : 'pin'
}

type Props = {
  step: Step
  /** What has been told so far, by a card or by the child. */
  known: KnownCard
  onStep: (step: Step, known: KnownCard) => void
  /** Told when the server has let the child in. */
  onEntered: () => void
}

/** A child signs in: class code, name, secret signs, one after another; what its card says is skipped. */
export function ChildSignIn({ step, known, onStep, onEntered }: Props) {
  switch (step) {
    case 'code':
      return (
        <OneLine
          key="code"
          words={signInMessages.code}
          value={known.code}
          maxLength={MOST_CODE_SIGNS}
          clean={plainCode}
          problemOf={(code) => (looksLikeClassCode(code) ? undefined : signInMessages.code.notACode)}
          isCode
          onDone={(code) => onStep('name', { ...known, code })}
        />
      )
    case 'name':
      return (
        <OneLine
          key="name"
          words={signInMessages.name}
          value={known.name}
          maxLength={MAX_NAME_LENGTH}
          clean={plainName}
          onBack={() => onStep('code', known)}
          onDone={(name) => onStep('pin', { ...known, name })}
        />
      )
    case 'pin':
      return <SecretSigns known={known} onBack={() => onStep('name', known)} onEntered={onEntered} />
  }
}

type LineProps = {
  words: { readonly label: string; readonly hint: string; readonly next: string; readonly missing: string }
  value: string
  maxLength: number
  clean: (typed: string) => string
  /** What is wrong with what was typed, cleaned and not empty; undefined for nothing. */
  problemOf?: (typed: string) => string | undefined
  /** Capitals, set wide. */
  isCode?: boolean
  onBack?: () => void
  onDone: (typed: string) => void
}

function OneLine({ words, value, maxLength, clean, problemOf, isCode = false, onBack, onDone }: LineProps) {
  const [typed, setTyped] = useState(value)
  const [isLookedAt, setLookedAt] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const cleaned = clean(typed)
  const problem = cleaned === '' ? words.missing : problemOf?.(cleaned)

  useEffect(() => box.current?.focus({ preventScroll: true }), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    setLookedAt(true)
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
        problem={isLookedAt ? problem : undefined}
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

type SecretProps = Pick<Props, 'known' | 'onEntered'> & { onBack: () => void }

function SecretSigns({ known, onBack, onEntered }: SecretProps) {
  const { code, name } = known
  const [kind, setKind] = useState(known.pinKind ?? 'pictures')
  const [refused, setRefused] = useState(0)
  const [isIn, setIn] = useState(false)
  const { run, isPending, failure, waitSeconds, forget } = useAction(signInChild)

  async function send(pin: Pin): Promise<void> {
    if ((await run({ code, name, pin })) === null) return setRefused((count) => count + 1)
    noteClassHere(browserStore, { code, name: '', pinKind: pin.kind })
    setIn(true)
    onEntered()
  }

  return (
    <div className="flex flex-col items-center gap-4">
      {failure?.code === CLASS_WAITS ? (
        <ClassRests onAgain={forget} />
      ) : waitSeconds > 0 ? (
        <Rest seconds={waitSeconds} />
      ) : (
        <PinStep
          kind={kind}
          disabled={isPending || isIn}
          refused={refused}
          failure={failure}
          onKind={setKind}
          onPin={(pin) => void send(pin)}
        />
      )}
      <output className="min-h-6 text-center wrap-anywhere text-ink-soft">
        {isPending || isIn
          ? signInMessages.pin.checking
          : failure?.status === 401 && signInMessages.stillWrong(code, name)}
      </output>
      <Button kind="secondary" onClick={onBack}>
        {signInMessages.pin.notMe}
      </Button>
    </div>
  )
}

/** Too many wrong tries: a number that grows smaller says how long it takes, to whom cannot read too. */
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
