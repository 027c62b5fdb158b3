import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useLeave } from './back-to-guest.tsx'
import { messages } from './messages.en.ts'

/** Asks for confirmation, so that a stray touch does not lose a battle. The clock keeps running. */
export function LeaveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const leave = useLeave()
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) stay.current?.focus()
  }, [open])
  return (
    <Dialog
      open={open}
      title={messages.arena.leaveTitle}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={leave}>
            {messages.arena.leave}
          </Button>
          <Button ref={stay} kind="primary" onClick={onClose}>
            {messages.arena.stay}
          </Button>
        </>
      }
    >
      <p className="text-lg">{messages.arena.leaveText}</p>
    </Dialog>
  )
}
