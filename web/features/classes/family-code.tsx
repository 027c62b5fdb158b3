import { useState, type ReactNode } from 'react'
import type { Family } from '../../../contract/children.ts'
import { grouped } from '../../../domain/code.ts'
import * as childCalls from '../../generated/child-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { classMessages } from './messages.en.ts'

const { family: words, code: codeWords } = classMessages

const renewCode = () => sessionCall(childCalls.newCode, {})

type Props = {
  code: string
  onRenewed: (renewed: Pick<Family, 'familyCode'>) => void
  /** Further actions on how children sign in. */
  children: ReactNode
}

/** The code with which a parent's own children sign in, and a new one in its place. */
export function FamilyCode({ code, onRenewed, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  const action = useAction(renewCode)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <p>
        {words.code}{' '}
        <span translate="no" className="text-xl font-bold tracking-widest tabular-nums">
          {grouped(code)}
        </span>
        <span className="block text-ink-soft">{words.codeHint}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {children}
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {codeWords.renew}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={codeWords.renewTitle}
        doIt={codeWords.renewDo}
        action={action}
        onDone={onRenewed}
        onClose={() => setAsking(false)}
      >
        <p>{codeWords.renewText}</p>
      </ConfirmDialog>
    </div>
  )
}
