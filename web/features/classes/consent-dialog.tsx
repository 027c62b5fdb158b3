import { CONSENT_VERSION } from '../../generated/constants.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { consentMessages as words } from './consent.messages.en.ts'

const confirm = () => sessionCall(accountCalls.consent, { body: { version: CONSENT_VERSION } })

type Props = {
  of: 'parent' | 'teacher'
  /** The server wants the statements confirmed first. */
  open: boolean
  onAgreed: () => void
  onClose: () => void
}

/** The statements that an adult confirms before adding the first child; the adult then continues where they were. */
export function ConsentDialog({ of, open, onAgreed, onClose }: Props) {
  const action = useAction(confirm)
  return (
    <ConfirmDialog
      open={open}
      title={words.title}
      doIt={words.agree}
      action={action}
      onDone={onAgreed}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-2 ps-5">
        {words[of].map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      <p>
        <a href="/privacy-policy" target="_blank" rel="noreferrer" className="text-link">
          {words.privacy}
        </a>
      </p>
    </ConfirmDialog>
  )
}
