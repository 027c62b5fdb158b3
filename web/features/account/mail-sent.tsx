import * as accountCalls from '../../generated/account-calls.ts'
import { call } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { adultMessages } from './adult.messages.en.ts'

const { mailSent: words } = adultMessages

const verifyAgain = (email: string) => call(accountCalls.verifyAgain, { body: { email } })

type Props = {
  email: string
  /** The address was not the right one. */
  onOther: () => void
}

/** A mail with a link is under way; it can be sent again, and to another address. */
export function MailSent({ email, onOther }: Props) {
  const action = useAction(verifyAgain)

  async function sendAgain(): Promise<void> {
    if (await action.run(email)) showToast(words.sent)
  }

  return (
    <AccountSheet title={words.title}>
      <p className="text-lg break-words">{withNames(words.text, email)}</p>
      <p className="text-ink-soft">{words.hint}</p>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="secondary" aria-disabled={action.isPending} onClick={() => void sendAgain()}>
          {words.again}
        </Button>
        <Button kind="quiet" className="underline" onClick={onOther}>
          {words.other}
        </Button>
      </div>
    </AccountSheet>
  )
}
