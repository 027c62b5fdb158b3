import type { WeeklyMailSettings } from '../../../contract/weekly-report.ts'
import * as weeklyCalls from '../../generated/weekly-calls.ts'
import { localZone } from '../../lib/local-zone.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { weeklyMessages } from './messages.en.ts'

const { email: words } = weeklyMessages

type Change = {
  readonly isOn: boolean
  readonly zone: string
  readonly firstNames: boolean
  readonly childIds: string[]
}

const readMail = (signal: AbortSignal) => sessionCall(weeklyCalls.readMail, {}, { signal })
const putMail = (body: Change) => sessionCall(weeklyCalls.putMail, { body })

/** The weekly report by email: off until the parent turns it on. Nothing where no emails are sent. */
export function WeeklyEmail() {
  const { answer, update } = useAnswer(readMail)
  const save = useAction(putMail)
  if (answer.state !== 'value') return null
  const settings = answer.value
  if (settings.ready === 'no_mail_server') return null

  async function change(part: Partial<Change>): Promise<void> {
    const saved = await save.run({
      isOn: settings.state === 'on',
      zone: settings.zone ?? localZone(),
      firstNames: settings.firstNames,
      childIds: settings.children.filter(({ isIn }) => isIn).map(({ id }) => id),
      ...part,
    })
    if (saved) update(() => saved)
  }

  return (
    <Card className="grid max-w-180 gap-4 print:hidden">
      <h2 className="text-2xl">{words.heading}</h2>
      {settings.state === 'bounced' && (
        <output className="wrap-anywhere">{withNames(words.bounced, settings.email)}</output>
      )}
      {settings.ready === 'not_confirmed' ? (
        <p>{words.notConfirmed}</p>
      ) : (
        <Toggle
          label={words.turnOn}
          hint={withNames(words.to, settings.email)}
          checked={settings.state === 'on'}
          onChange={(isOn) => void change(isOn ? { isOn, zone: localZone() } : { isOn })}
        />
      )}
      {settings.state === 'on' && <Details settings={settings} onChange={(part) => void change(part)} />}
      <FailureNote failure={save.failure} waitSeconds={save.waitSeconds} />
    </Card>
  )
}

function Details({
  settings,
  onChange,
}: {
  settings: WeeklyMailSettings
  onChange: (part: Partial<Change>) => void
}) {
  const { children, zone, firstNames, isPaused } = settings
  const here = localZone()
  const chosen = children.filter(({ isIn }) => isIn).map(({ id }) => id)
  return (
    <>
      <p>{isPaused ? words.paused : words.when(zone ?? here)}</p>
      {zone !== here && (
        <Button kind="secondary" className="justify-self-start" onClick={() => onChange({ zone: here })}>
          {words.zoneHere(here)}
        </Button>
      )}
      {children.length > 1 &&
        children.map(({ id, name, isIn }) => (
          <Toggle
            key={id}
            label={withNames(words.about, name)}
            checked={isIn}
            onChange={(next) =>
              onChange({ childIds: next ? [...chosen, id] : chosen.filter((one) => one !== id) })
            }
          />
        ))}
      <Toggle
        label={words.firstNames}
        hint={words.firstNamesHint}
        checked={firstNames}
        onChange={(next) => onChange({ firstNames: next })}
      />
    </>
  )
}
