import { useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import type { SignInResult } from '../../../contract/account.ts'
import {
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../generated/constants.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { focusFirstProblem, problemsOf } from './adult-input.ts'
import { adultMessages } from './adult.messages.en.ts'
import { endPendingSignOut } from './pending-sign-out.ts'
import { MailSent } from './mail-sent.tsx'
import { useAccountSettings, type MailSetting } from './use-account-settings.ts'

const { signUp: words } = adultMessages

export type AdultRole = 'teacher' | 'parent'

type Body = {
  readonly role: AdultRole
  readonly name: string
  readonly email: string
  readonly password: string
}

const ROLES = [
  { value: 'teacher', label: words.teacher, hint: words.teacherHint },
  { value: 'parent', label: words.parent, hint: words.parentHint },
] as const

async function makeAccount(body: Body): Promise<CallResult<SignInResult>> {
  await endPendingSignOut()
  return call(accountCalls.signUp, { body })
}

/** A blank line keeps the place of the hint. */
const HINTS: Record<MailSetting, string> = {
  loading: '\u00a0',
  unknown: '\u00a0',
  sent: words.mailed,
  not_sent: words.notMailed,
}

type Props = {
  /** The role selected at first, from a link. */
  role: AdultRole
  /** Signed in at once, where no mails are sent. */
  onEntered: (role: AdultRole) => void
}

/** Makes an account for a teacher or a parent. */
export function SignUpForm({ role: first, onEntered }: Props) {
  const [typed, setTyped] = useState<Body>({ role: first, name: '', email: '', password: '' })
  const [wasSubmitted, setSubmitted] = useState(false)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const action = useAction(makeAccount)
  const { mail, signUp } = useAccountSettings()
  const problems = wasSubmitted ? problemsOf(typed) : {}
  const change = (part: Partial<Body>): void => setTyped((last) => ({ ...last, ...part }))

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (Object.keys(problemsOf(typed)).length > 0) return focusFirstProblem(event.currentTarget)
    const entered = await action.run(typed)
    if (entered?.next === 'signed_in') onEntered(typed.role)
    if (entered?.next === 'verify') setMailedTo(typed.email.trim())
  }

  if (mailedTo !== null) return <MailSent email={mailedTo} onOther={() => setMailedTo(null)} />
  return (
    <AccountSheet title={words.title} lead={words.lead} foot={<Foot />}>
      {signUp !== null && signUp !== 'confirmed' && (
        <p className="rounded-key bg-sunk px-4 py-3">{words.rules[signUp]}</p>
      )}
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ChoiceGroup
          legend={words.role}
          choices={ROLES}
          value={typed.role}
          onChange={(role) => change({ role })}
        />
        <Field
          label={words.name}
          hint={words.nameHint}
          problem={problems.name}
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          value={typed.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Field
          label={words.email}
          hint={HINTS[mail]}
          problem={problems.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={MAX_EMAIL_LENGTH}
          value={typed.email}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
        <PasswordField
          label={words.password}
          hint={words.passwordHint(MIN_PASSWORD_LENGTH)}
          problem={problems.password}
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          value={typed.password}
          onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        />
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
        <Button kind="primary" size="large" type="submit" aria-disabled={action.isPending}>
          {words.submit}
        </Button>
      </form>
    </AccountSheet>
  )
}

function Foot() {
  return (
    <>
      <p>
        {words.have}{' '}
        <Link href="/sign-in" className="text-link font-bold">
          {words.signIn}
        </Link>
      </p>
      <p>
        {words.privacy}{' '}
        <Link href="/privacy-policy" className="text-link">
          {words.privacyLink}
        </Link>
        .
      </p>
    </>
  )
}
