import { useCallback, useEffect, useState } from 'react'
import type { LinkCode } from '../../../contract/children.ts'
import type { Child } from '../../../contract/classes.ts'
import { grouped } from '../../../domain/code.ts'
import * as childCalls from '../../generated/child-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { readCardAddress } from './card-address.ts'
import { classMessages } from './messages.en.ts'

const { child: words } = classMessages

type Props = { open: boolean; child: Child; onClose: () => void }

/** A code with which one parent links to a child, made when this opens. */
export function LinkCodeDialog({ open, child, onClose }: Props) {
  return (
    <Dialog
      open={open}
      title={withNames(words.linkTitle, child.name)}
      describedByContent={false}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {open && <FreshCode studentId={child.id} />}
    </Dialog>
  )
}

function FreshCode({ studentId }: { studentId: string }) {
  const [made, setMade] = useState<LinkCode | null>(null)
  const { run, failure, waitSeconds } = useAction(
    useCallback(() => sessionCall(childCalls.makeLinkCode, { params: { studentId } }), [studentId]),
  )
  useEffect(() => {
    void run().then(setMade)
  }, [run])

  if (failure) return <FailureNote failure={failure} waitSeconds={waitSeconds} />
  if (made === null) return <Spinner />
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-2 ps-6">
        {words.linkSteps(readCardAddress().host).map((step) => (
          <li key={step} className="break-words">
            {step}
          </li>
        ))}
      </ol>
      <output
        translate="no"
        className="block rounded-key bg-sunk py-4 text-center text-3xl font-bold tracking-wider tabular-nums"
      >
        {grouped(made.code)}
      </output>
      <p className="text-ink-soft">{words.linkUntil(made.expiresAt)}</p>
    </div>
  )
}
