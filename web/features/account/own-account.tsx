import { useState, type FormEvent, type ReactNode } from 'react'
import type { SignedInRole } from '../../../contract/account.ts'
import { MAX_PASSWORD_LENGTH } from '../../generated/constants.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import * as securityCalls from '../../generated/security-calls.ts'
import { saveFile } from '../../lib/fetch-file.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { ChangePassword } from './change-password.tsx'
import { Invitation } from './invitation.tsx'
import { ownAccountMessages as words } from './own-account.messages.en.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSignIn } from './two-step-sign-in.tsx'
import { SignInSessions } from './sign-in-sessions.tsx'
import { clearAccount } from './session.ts'

const saveOwnData = () => saveFile(accountCalls.ownData.path, 'application/json', words.fileName)
const readSecurity = (signal: AbortSignal) => sessionCall(securityCalls.read, {}, { signal })
const closeAccount = (password: string) => sessionCall(accountCalls.closeAccount, { body: { password } })

type BeforeClosing = (form: ReactNode, onCancel: () => void) => ReactNode

type Props = {
  name: string
  role: SignedInRole
  /** Shows what to do before the account can be deleted, or the form that deletes it. */
  beforeClosing: BeforeClosing
}

/** An adult's account page: download the data, keep the account safe, and close it. */
export function OwnAccount({ name, role, beforeClosing }: Props) {
  const save = useAction(saveOwnData)
  const { answer, refetch } = useAnswer(readSecurity)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function saveData(): Promise<void> {
    if (await save.run()) showToast(words.saved)
  }

  function savedCodes(): void {
    setCodes(null)
    refetch()
  }

  if (codes !== null) return <RecoveryCodes codes={codes} onDone={savedCodes} />
  return (
    <div className="page-width flex max-w-160! flex-col gap-6 py-8">
      <div>
        <h1 className="text-3xl outline-none">{words.title}</h1>
        <p className="mt-3 text-lg break-words text-ink-soft">
          {withNames((shown) => words.lead(shown, role === 'teacher'), name)}
        </p>
      </div>
      {answer.state === 'value' && answer.value.needsInvitation && <Invitation onAccepted={refetch} />}
      <Card className="grid gap-4">
        <h2 className="text-xl">{words.dataHeading}</h2>
        <p>{words.data}</p>
        <FailureNote failure={save.failure} waitSeconds={save.waitSeconds} />
        <Button
          kind="secondary"
          className="justify-self-start"
          aria-disabled={save.isPending}
          onClick={() => void saveData()}
        >
          {words.dataDo}
        </Button>
      </Card>
      <ChangePassword onChanged={refetch} />
      <TwoStepSignIn security={answer} onChanged={refetch} onCodes={setCodes} />
      <Passkeys security={answer} onChanged={refetch} />
      <SignInSessions security={answer} onEnded={refetch} />
      <CloseAccount isTeacher={role === 'teacher'} beforeClosing={beforeClosing} />
    </div>
  )
}

function CloseAccount({ isTeacher, beforeClosing }: { isTeacher: boolean; beforeClosing: BeforeClosing }) {
  const [password, setPassword] = useState('')
  const [isSure, setSure] = useState(false)
  const close = useAction(closeAccount)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await close.run(password)) clearAccount('at_home')
  }

  const form = (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <PasswordField
        label={words.closePassword}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <FailureNote failure={close.failure} waitSeconds={close.waitSeconds} own={words.failures} />
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" onClick={() => setSure(false)}>
          {words.cancel}
        </Button>
        <Button kind="primary" type="submit" aria-disabled={close.isPending || password === ''}>
          {words.closeDo}
        </Button>
      </div>
    </form>
  )
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{words.closeHeading}</h2>
      <p>{isTeacher ? words.closeTeacher : words.closeParent}</p>
      {isSure ? (
        beforeClosing(form, () => setSure(false))
      ) : (
        <Button kind="quiet" className="justify-self-start" onClick={() => setSure(true)}>
          {words.closeAsk}
        </Button>
      )}
    </Card>
  )
}
