import { readSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { allowanceMessages } from './allowance-messages.en.ts'

/** Says in the specification's words (§5) that today's time is used up. */
export function AllowanceAlert({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={allowanceMessages.usedUpTitle}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {allowanceMessages.close}
          </Button>
          <LinkButton kind="secondary" href="/sign-in">
            {allowanceMessages.signIn}
          </LinkButton>
          <LinkButton kind="primary" href="/garden" onClick={onClose}>
            {allowanceMessages.garden}
          </LinkButton>
        </>
      }
    >
      <p className="text-lg">{allowanceMessages.usedUp(readSite().guestDailySeconds)}</p>
      <p className="mt-3 text-lg">{allowanceMessages.account}</p>
    </Dialog>
  )
}
