import { useEffect, type ReactNode } from 'react'
import type { PendingAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { FailureTextByCode } from '../../ui/failure-words.ts'
import { roomMessages } from './class-room.messages.en.ts'

type Props<Value> = {
  open: boolean
  title: ReactNode
  children: ReactNode
  /** The words of the button that does it. */
  doIt: ReactNode
  action: PendingAction<[], Value>
  own?: FailureTextByCode
  onDone: (value: Value) => void
  onClose: () => void
  /** Something has still to be typed first. */
  isBlocked?: boolean
}

/** Asks for confirmation of an action that loses something, describes it, and carries it out. */
export function ConfirmDialog<Value>(props: Props<Value>) {
  const { open, action, onClose, isBlocked = false } = props
  const { clearFailure } = action
  useEffect(() => {
    if (!open) clearFailure()
  }, [open, clearFailure])

  async function doIt(): Promise<void> {
    if (isBlocked) return
    const value = await action.run()
    if (value === null) return
    onClose()
    props.onDone(value)
  }

  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={props.title}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {roomMessages.cancel}
          </Button>
          <Button kind="primary" aria-disabled={isBlocked || action.isPending} onClick={() => void doIt()}>
            {props.doIt}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {props.children}
        <FailureNote
          failure={action.failure}
          waitSeconds={action.waitSeconds}
          {...(props.own && { own: props.own })}
        />
      </div>
    </Dialog>
  )
}
