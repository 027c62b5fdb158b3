import { useCallback, useState } from 'react'
import { NAMINGS, type Naming } from '../../../contract/namings.ts'
import * as exportCalls from '../../generated/export-calls.ts'
import { pathOf } from '../../lib/api.ts'
import { saveFile } from '../../lib/fetch-file.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { exportMessages as words } from './export.messages.en.ts'
import { fileNameOf } from './file-name.ts'
import { OpenedDetails } from './opened-details.tsx'

const CHOICES = NAMINGS.map((value) => ({ value, ...words.namings[value] }))

/** The class that is downloaded; null for the own family. */
type Props = { school: { readonly id: string; readonly name: string } | null }

/** Downloads a whole class or family, with names or with numbers; folded away. */
export function ClassExport({ school }: Props) {
  return (
    <OpenedDetails summary={school ? withNames(words.summary, school.name) : words.summary(words.family)}>
      <Download school={school} />
    </OpenedDetails>
  )
}

function Download({ school }: Props) {
  const [named, setNamed] = useState<Naming>('names')
  const action = useAction(
    useCallback(() => {
      const path = school
        ? pathOf(exportCalls.ofClass.path, { classId: school.id, named })
        : pathOf(exportCalls.ofFamily.path, { named })
      return saveFile(path, 'application/zip', fileNameOf(school?.name ?? '', 'family', words.file))
    }, [school, named]),
  )

  async function save(): Promise<void> {
    if (await action.run()) showToast(words.saved)
  }

  return (
    <>
      <p className="text-ink-soft">{words.lead}</p>
      <ChoiceGroup legend={words.legend} choices={CHOICES} value={named} onChange={setNamed} />
      <Button
        kind="secondary"
        className="justify-self-start"
        aria-disabled={action.isPending}
        onClick={() => void save()}
      >
        {words.save}
      </Button>
      <output>{action.isPending && words.fetching}</output>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
    </>
  )
}
