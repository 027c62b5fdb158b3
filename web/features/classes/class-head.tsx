import { useCallback, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { SchoolClass } from '../../../contract/classes.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { roomMessages } from './class-room.messages.en.ts'
import { RenameDialog } from './rename-dialog.tsx'

const words = roomMessages

type Props = { school: SchoolClass; onChanged: (changed: SchoolClass) => void }

/** The name of a class, and beside it what is rarely needed. */
export function ClassTitle({ name, children }: { name: string; children: ReactNode }) {
  return (
    <header className="grid gap-3">
      <Link
        href="/classes"
        className="text-link inline-flex min-h-target min-w-target items-center justify-self-start font-bold"
      >
        {words.back}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StageHeading className="min-w-0 text-4xl! max-sm:text-3xl! wrap-anywhere">
          <span translate="no">{name}</span>
        </StageHeading>
        <div className="-mx-4 flex flex-wrap max-sm:grid max-sm:grid-cols-2 print:hidden">{children}</div>
      </div>
    </header>
  )
}

/** The name of a class, and the actions on the whole class. */
export function ClassHead({ school: { id, name, archived }, onChanged }: Props) {
  const [asked, setAsked] = useState<'rename' | 'archive' | null>(null)
  const rename = useCallback(
    (next: string) => sessionCall(classCalls.change, { params: { classId: id }, body: { name: next } }),
    [id],
  )
  const archive = useAction(
    useCallback(
      () => sessionCall(classCalls.change, { params: { classId: id }, body: { archived: !archived } }),
      [id, archived],
    ),
  )
  const close = useCallback(() => setAsked(null), [])

  async function unarchive(): Promise<void> {
    const changed = await archive.run()
    if (changed) onChanged(changed)
  }

  return (
    <>
      <ClassTitle name={name}>
        <Button kind="quiet" onClick={() => setAsked('rename')}>
          {words.rename}
        </Button>
        <Button
          kind={archived ? 'secondary' : 'quiet'}
          aria-disabled={archive.isPending}
          onClick={() => (archived ? void unarchive() : setAsked('archive'))}
        >
          {archived ? words.unarchive : words.archive}
        </Button>
      </ClassTitle>
      {archived && <p className="rounded-key bg-sunk px-4 py-3 font-bold">{words.archivedNote}</p>}
      {asked === null && <FailureNote failure={archive.failure} waitSeconds={archive.waitSeconds} />}
      <RenameDialog
        open={asked === 'rename'}
        name={name}
        named="class"
        rename={rename}
        onRenamed={onChanged}
        onClose={close}
      />
      <ConfirmDialog
        open={asked === 'archive'}
        title={withNames(words.archiveTitle, name)}
        doIt={words.archive}
        action={archive}
        onDone={onChanged}
        onClose={close}
      >
        <p>{words.archiveText}</p>
      </ConfirmDialog>
    </>
  )
}
