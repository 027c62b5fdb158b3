import { useEffect, useId, useState, type FormEvent } from 'react'
import { MAX_NAME_LENGTH } from '../../generated/constants.ts'
import type { CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { roomMessages } from './class-room.messages.en.ts'
import type { Named, refusedSignWords } from './refused-words.en.ts'

const { renaming: words } = roomMessages

type Props<Value> = {
  open: boolean
  name: string
  named: Named
  rename: (name: string) => Promise<CallResult<Value>>
  onRenamed: (value: Value) => void
  onClose: () => void
}

/** Another name for a class or a child. */
export function RenameDialog<Value>({ open, ...rest }: Props<Value>) {
  const form = useId()
  return (
    <Dialog
      open={open}
      title={words.title}
      describedByContent={false}
      onClose={rest.onClose}
      actions={
        <>
          <Button kind="secondary" onClick={rest.onClose}>
            {roomMessages.cancel}
          </Button>
          <Button kind="primary" type="submit" form={form}>
            {words.save}
          </Button>
        </>
      }
    >
      {open && <RenameForm id={form} {...rest} />}
    </Dialog>
  )
}

function RenameForm<Value>(props: Omit<Props<Value>, 'open'> & { id: string }) {
  const [name, setName] = useState(props.name)
  const [refused, setRefused] = useState<typeof refusedSignWords | null>(null)
  const action = useAction(props.rename)

  useEffect(() => {
    // Only this dialog needs it. Without it, the server refuses the name.
    import('./refused-words.en.ts').then(
      (part) => setRefused(() => part.refusedSignWords),
      () => {},
    )
  }, [])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const renamed = await action.run(name)
    if (renamed === null) return
    props.onRenamed(renamed)
    props.onClose()
  }

  return (
    <form id={props.id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={words.label}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        problem={refused?.(name, props.named)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
    </form>
  )
}
