import { useCallback } from 'react'
import type { Child } from '../../../contract/classes.ts'
import * as childCalls from '../../generated/child-calls.ts'
import type { CallResult } from '../../lib/api.ts'
import { keepHandedOver } from '../../lib/handed-over.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { classMessages } from './messages.en.ts'

const { family: words } = classMessages

type Props = {
  child: Child
  /** Reloads the app for the child. */
  onHandedOver: () => Promise<CallResult<unknown>>
}

/** Hands this device to a child of the family: one press, and the child is signed in in place of the parent. */
export function HandOver({ child: { id, name }, onHandedOver }: Props) {
  const action = useAction(
    useCallback(async () => {
      const handed = await sessionCall(childCalls.handOver, { params: { studentId: id } })
      if (!handed.ok) return handed
      keepHandedOver(handed.value.email)
      return onHandedOver()
    }, [id, onHandedOver]),
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4">
        <Button kind="quiet" aria-disabled={action.isPending} onClick={() => void action.run()}>
          {withNames(words.handOver, name)}
        </Button>
        <span className="text-sm text-ink-soft">{words.handOverHint}</span>
      </div>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
    </>
  )
}
