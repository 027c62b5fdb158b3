import { useCallback, useState } from 'react'
import type { Parent } from '../../../contract/child-data.ts'
import type { Child } from '../../../contract/classes.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { showToast } from '../../ui/toast.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { dataMessages } from './data.messages.en.ts'
import { ChildLosses } from './losses.tsx'
import { classMessages } from './messages.en.ts'
import { useNameToType } from './name-to-type.tsx'

const { child: words } = classMessages

type Props = {
  open: boolean
  child: Child
  parents: readonly Parent[]
  onRemoved: () => void
  onClose: () => void
}

/**
 * Removes a child from its class: into the family of a chosen parent. A child without a parent is deleted, after its name was
 * typed.
 */
export function RemoveDialog({ open, child, parents, onRemoved, onClose }: Props) {
  const { id, name, classId } = child
  const toType = useNameToType(name)
  const [chosen, setChosen] = useState<string | null>(null)
  const heir = parents.find((parent) => parent.id === chosen) ?? parents[0]
  const toParent = heir?.id ?? null
  const remove = useAction(
    useCallback(
      () => sessionCall(classCalls.removeChild, { params: { classId, studentId: id }, body: { toParent } }),
      [classId, id, toParent],
    ),
  )
  return (
    <ConfirmDialog
      open={open}
      title={withNames(words.removeTitle, name)}
      doIt={heir ? withNames(words.removeDo, heir.name) : words.removeAndDelete}
      action={remove}
      own={words.removeFailures}
      isBlocked={!heir && !toType.isTyped}
      onDone={() => {
        showToast(heir ? withNames(words.removed, name, heir.name) : withNames(dataMessages.deleted, name))
        onRemoved()
      }}
      onClose={() => {
        toType.clear()
        onClose()
      }}
    >
      {heir && parents.length > 1 && (
        // Full names are longer than what else is chosen from: each has a line of its own.
        <div className="[&_label]:basis-full [&_label]:wrap-anywhere [&_label>span]:text-lg">
          <ChoiceGroup
            legend={words.removeTo}
            choices={parents.map((parent) => ({
              value: parent.id,
              label: <span translate="no">{parent.name}</span>,
            }))}
            value={heir.id}
            onChange={setChosen}
          />
        </div>
      )}
      <p className="wrap-anywhere">{heir ? withNames(words.removeKeeps, heir.name) : words.removeDeletes}</p>
      {heir && <p>{words.removeWrong}</p>}
      {open && !heir && <ChildLosses child={child} />}
      {open && !heir && toType.box}
    </ConfirmDialog>
  )
}
