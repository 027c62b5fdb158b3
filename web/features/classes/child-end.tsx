import { useCallback, useState } from 'react'
import type { Child } from '../../../contract/classes.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { dataMessages as words } from './data.messages.en.ts'
import { ChildLosses } from './losses.tsx'
import { useNameToType } from './name-to-type.tsx'

type Props = { child: Child; onRemoved: () => void }

/** Deletes a child for good, after its name has been typed. */
export function DeleteChild({ child, onRemoved }: Props) {
  const { id, name } = child
  const [isAsking, setAsking] = useState(false)
  const toType = useNameToType(name)
  const remove = useAction(
    useCallback(() => sessionCall(childDataCalls.remove, { params: { studentId: id } }), [id]),
  )
  return (
    <>
      <Button kind="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={withNames(words.deleteTitle, name)}
        doIt={words.deleteDo}
        action={remove}
        isBlocked={!toType.isTyped}
        onDone={() => {
          showToast(withNames(words.deleted, name))
          onRemoved()
        }}
        onClose={() => {
          toType.clear()
          setAsking(false)
        }}
      >
        <p>{words.deleteText}</p>
        {isAsking && <ChildLosses child={child} />}
        {isAsking && toType.box}
      </ConfirmDialog>
    </>
  )
}

/** A parent looks no longer after a child that is at home in a class. */
export function UnlinkChild({ child: { id, name }, onRemoved }: Props) {
  const [isAsking, setAsking] = useState(false)
  const unlink = useAction(
    useCallback(() => sessionCall(childDataCalls.unlink, { params: { studentId: id } }), [id]),
  )
  return (
    <>
      <Button kind="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
        {words.unlink}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={withNames(words.unlinkTitle, name)}
        doIt={words.unlinkDo}
        action={unlink}
        onDone={() => {
          showToast(withNames(words.unlinked, name))
          onRemoved()
        }}
        onClose={() => setAsking(false)}
      >
        <p>{words.unlinkText}</p>
      </ConfirmDialog>
    </>
  )
}
