import { useCallback, useState } from 'react'
import type { Parent } from '../../../contract/child-data.ts'
import type { Child } from '../../../contract/classes.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer, type RefetchableAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { classMessages } from './messages.en.ts'

const { child: words } = classMessages

/** The linked parents of a child. */
export function useLinkedParents(studentId: string): RefetchableAnswer<Parent[]> {
  return useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(childDataCalls.parents, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
}

type Props = { child: Child; asked: RefetchableAnswer<Parent[]>; onEnded: (guardians: number) => void }

/** Names the linked parents of a child, and ends a link that is wrong. */
export function LinkedParents({ child, asked: { answer, update }, onEnded }: Props) {
  const [ending, setEnding] = useState<Parent | null>(null)
  if (answer.state === 'failed') return <FailureNote failure={answer.failure} />
  if (answer.state === 'loading') return null
  const parents = answer.value
  if (parents.length === 0) return <p className="text-ink-soft">{words.noParent}</p>
  return (
    <section className="grid gap-2">
      <h3 className="font-bold">{words.parents}</h3>
      <ul className="grid gap-2">
        {parents.map((parent) => (
          <li key={parent.id} className="flex items-center justify-between gap-x-4">
            <span translate="no" className="min-w-0 wrap-anywhere">
              {parent.name}
            </span>
            <Button
              kind="quiet"
              className="shrink-0"
              aria-label={words.endLinkOf(parent.name)}
              onClick={() => setEnding(parent)}
            >
              {words.endLink}
            </Button>
          </li>
        ))}
      </ul>
      {ending && (
        <EndLinkDialog
          child={child}
          parent={ending}
          onEnded={() => {
            update((known) => known.filter(({ id }) => id !== ending.id))
            onEnded(child.guardians - 1)
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  )
}

type EndProps = { child: Child; parent: Parent; onEnded: () => void; onClose: () => void }

function EndLinkDialog({ child: { id, name }, parent, onEnded, onClose }: EndProps) {
  const end = useAction(
    useCallback(
      () => sessionCall(childDataCalls.endLink, { params: { studentId: id, parentId: parent.id } }),
      [id, parent.id],
    ),
  )
  return (
    <ConfirmDialog
      open
      title={withNames(words.endLinkTitle, parent.name, name)}
      doIt={words.endLink}
      action={end}
      onDone={onEnded}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{withNames(words.endLinkText, parent.name)}</p>
    </ConfirmDialog>
  )
}
