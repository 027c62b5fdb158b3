import { useCallback, useState } from 'react'
import type { Child, ChildWithPin } from '../../../contract/classes.ts'
import * as childCalls from '../../generated/child-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { LinkedParents, useLinkedParents } from './linked-parents.tsx'
import { LinkCodeDialog } from './link-code-dialog.tsx'
import { classMessages } from './messages.en.ts'
import { MoveChildren } from './move-children.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

const { child: words } = classMessages

type Props = {
  child: Child
  /** Whether it is in a teacher's class, and can be moved and taken out of it. */
  isInClass: boolean
  wrongPins: number
  onChanged: (child: Child) => void
  onPin: (child: ChildWithPin) => void
  /** Called when the child is no longer in this class. */
  onLeft: () => void
}

/** The settings of a child that the owner of the home can change. */
export function ChildManage({ child, isInClass, wrongPins, onChanged, onPin, onLeft }: Props) {
  const [asked, setAsked] = useState<'rename' | 'pin' | 'sign-out' | 'link' | 'remove' | null>(null)
  const { id, name } = child
  const parents = useLinkedParents(id)
  const close = useCallback(() => setAsked(null), [])
  const rename = useCallback(
    (next: string) => sessionCall(childCalls.rename, { params: { studentId: id }, body: { name: next } }),
    [id],
  )
  const showPin = useAction(
    useCallback(() => sessionCall(childCalls.readPin, { params: { studentId: id } }), [id]),
  )

  async function show(): Promise<void> {
    const shown = await showPin.run()
    if (shown) onPin(shown)
  }

  return (
    <Card className="grid gap-5 print:hidden">
      <h2 className="text-2xl">{words.manage}</h2>
      {wrongPins > 0 && (
        <p className="rounded-key bg-thinking-wash px-4 py-3 text-thinking">
          {withNames((shown) => words.wrongPins(wrongPins, shown), name)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" onClick={() => setAsked('rename')}>
          {words.rename}
        </Button>
        <Button kind="secondary" aria-disabled={showPin.isPending} onClick={() => void show()}>
          {words.showPin}
        </Button>
        <Button kind="secondary" onClick={() => setAsked('pin')}>
          {words.newPin}
        </Button>
        <Button kind="secondary" onClick={() => setAsked('sign-out')}>
          {words.signOut}
        </Button>
        <Button kind="secondary" onClick={() => setAsked('link')}>
          {words.link}
        </Button>
      </div>
      <FailureNote failure={showPin.failure} waitSeconds={showPin.waitSeconds} />
      <LinkedParents
        child={child}
        asked={parents}
        onEnded={(guardians) => onChanged({ ...child, guardians })}
      />
      {isInClass && (
        <>
          <MoveChildren classId={child.classId} list={[child]} onMoved={onLeft} />
          {parents.answer.state === 'value' && (
            <Button kind="quiet" className="justify-self-start" onClick={() => setAsked('remove')}>
              {words.remove}
            </Button>
          )}
        </>
      )}
      <RenameDialog
        open={asked === 'rename'}
        name={name}
        named="child"
        rename={rename}
        onRenamed={onChanged}
        onClose={close}
      />
      <NewPinDialog open={asked === 'pin'} child={child} onNewPin={onPin} onClose={close} />
      <SignOutDialog open={asked === 'sign-out'} child={child} onClose={close} />
      <LinkCodeDialog open={asked === 'link'} child={child} onClose={close} />
      {parents.answer.state === 'value' && (
        <RemoveDialog
          open={asked === 'remove'}
          child={child}
          parents={parents.answer.value}
          onRemoved={onLeft}
          onClose={close}
        />
      )}
    </Card>
  )
}

type NewPinProps = {
  open: boolean
  child: Child
  onNewPin: (child: ChildWithPin) => void
  onClose: () => void
}

function NewPinDialog({ open, child: { id, name }, onNewPin, onClose }: NewPinProps) {
  const renew = useAction(
    useCallback(() => sessionCall(childCalls.resetPin, { params: { studentId: id } }), [id]),
  )
  return (
    <ConfirmDialog
      open={open}
      title={withNames(words.newPinTitle, name)}
      doIt={words.newPinDo}
      action={renew}
      onDone={onNewPin}
      onClose={onClose}
    >
      <p>{words.newPinText}</p>
    </ConfirmDialog>
  )
}

function SignOutDialog({ open, child: { id, name }, onClose }: Omit<NewPinProps, 'onNewPin'>) {
  const signOut = useAction(
    useCallback(() => sessionCall(childCalls.signOut, { params: { studentId: id } }), [id]),
  )
  return (
    <ConfirmDialog
      open={open}
      title={withNames(words.signOutTitle, name)}
      doIt={words.signOutDo}
      action={signOut}
      onDone={() => showToast(withNames(words.signedOut, name))}
      onClose={onClose}
    >
      <p>{words.signOutText}</p>
    </ConfirmDialog>
  )
}
