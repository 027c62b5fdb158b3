import { useId, useState } from 'react'
import { SETTINGS, type StudentSettings } from '../../../domain/student-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { NameChecks } from '../../ui/name-checks.tsx'
import { showToast } from '../../ui/toast.tsx'
import { OF_OWNERS } from './child-settings.tsx'
import { settingsMessages } from './messages.en.ts'
import { settingLabel, valueText } from './setting-text.ts'

const words = settingsMessages.ofClass
const SELECT = 'min-h-target w-full rounded-key border-2 border-edge bg-sheet px-4 text-lg'

type Props = {
  names: readonly { readonly studentId: string; readonly name: string }[]
  /** Resolves to whether it is stored. */
  onChange: (studentIds: string[], change: Partial<StudentSettings>) => Promise<boolean>
}

/** Sets one thing for several children of a class. */
export function SeveralChildren({ names, onChange }: Props) {
  const id = useId()
  const [name, setName] = useState<keyof StudentSettings>('calm')
  const [place, setPlace] = useState(1)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const values = SETTINGS[name]

  async function apply(): Promise<void> {
    if (await onChange([...chosen], { [name]: values[place] })) {
      setChosen([])
      showToast(words.done)
    }
  }

  return (
    <Card className="grid gap-4 lg:row-span-2">
      <h2 className="text-2xl">{words.several}</h2>
      <label htmlFor={`${id}what`} className="grid gap-1 font-bold">
        {words.what}
        <select
          id={`${id}what`}
          className={SELECT}
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value as keyof StudentSettings)
            setPlace(1)
          }}
        >
          {OF_OWNERS.map((each) => (
            <option key={each} value={each}>
              {settingLabel(each)}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}value`} className="grid gap-1 font-bold">
        {words.value}
        <select
          id={`${id}value`}
          className={SELECT}
          value={place}
          onChange={({ currentTarget }) => setPlace(Number(currentTarget.value))}
        >
          {values.map((value, at) => (
            <option key={String(value)} value={at}>
              {valueText(name, value)}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="grid grid-cols-2 gap-x-4">
        <legend className="mb-1 font-bold">{words.whom}</legend>
        <NameChecks
          names={names.map(({ studentId: id, name: childName }) => ({ id, name: childName }))}
          chosen={chosen}
          onChange={setChosen}
          all={words.all}
        />
      </fieldset>
      <Button kind="primary" disabled={chosen.length === 0} onClick={() => void apply()}>
        {words.apply(chosen.length)}
      </Button>
    </Card>
  )
}
