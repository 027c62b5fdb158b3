import { useCallback, useState } from 'react'
import { grouped } from '../../../domain/code.ts'
import type { SchoolClass } from '../../../contract/classes.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { readCardAddress } from './card-address.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { classMessages } from './messages.en.ts'

const { code: words } = classMessages

type Props = { classId: string; code: string; onRenewed: (renewed: SchoolClass) => void }

/** The code of a class: to read out, to show on the wall, and to replace. */
export function ClassCode({ classId, code, onRenewed }: Props) {
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const renew = useCallback(() => sessionCall(classCalls.newCode, { params: { classId } }), [classId])
  const action = useAction(renew)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div>
        <h2 className="text-ink-soft">{words.heading}</h2>
        <output
          translate="no"
          className="block text-4xl font-bold tracking-widest tabular-nums"
          aria-label={words.spoken(code)}
        >
          {grouped(code)}
        </output>
        <p className="mt-1 text-ink-soft break-all">{words.address(readCardAddress().host)}</p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button kind="secondary" onClick={() => setShown(true)}>
          {words.show}
        </Button>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {words.renew}
        </Button>
      </div>
      <LargeCode open={isShown} code={code} onClose={() => setShown(false)} />
      <ConfirmDialog
        open={isAsking}
        title={words.renewTitle}
        doIt={words.renewDo}
        action={action}
        onDone={onRenewed}
        onClose={() => setAsking(false)}
      >
        <p>{words.renewText}</p>
      </ConfirmDialog>
    </Card>
  )
}

type LargeProps = {
  open: boolean
  code: string
  onClose: () => void
}

function LargeCode({ open, code, onClose }: LargeProps) {
  return (
    <Dialog
      open={open}
      title={words.showTitle}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <p className="text-2xl break-words">{words.steps(readCardAddress().host)}</p>
      <p
        translate="no"
        data-large-code
        className="my-8 text-center text-[clamp(2rem,13vw,9rem)] leading-none font-bold tracking-wider whitespace-nowrap tabular-nums"
      >
        {grouped(code)}
      </p>
    </Dialog>
  )
}
