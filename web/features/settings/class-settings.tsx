import { useCallback, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { settingsRoutes } from '../../../contract/student-settings.ts'
import type { Output } from '../../../contract/route.ts'
import {
  GRADES,
  OF_HOMES,
  settingsFrom,
  type HomeSettings,
  type StudentSettings,
} from '../../../domain/student-settings.ts'
import * as settingsCalls from '../../generated/settings-calls.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FailedPage, LoadingPage } from '../../ui/page-message.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { settingsMessages } from './messages.en.ts'
import { Choice } from './choice.tsx'
import { SeveralChildren } from './several-children.tsx'
import { settingText } from './setting-text.ts'

const words = settingsMessages.ofClass

type ClassSettingsAnswer = Output<typeof settingsRoutes.readClass.response>
type Named = { readonly studentId: string; readonly name: string }
type Props = {
  classId: string
  /** The calendar of the class and its children. */
  calendarOf: (children: readonly Named[]) => ReactNode
}
type Change = { home: Partial<HomeSettings> } | { children: ChildrenChange }
type ChildrenChange = { studentIds: string[]; change: Partial<StudentSettings> }

/** The settings of a class: its calendar, and how its children play, to change for one, several or all, and to print. */
export function ClassSettings({ classId, calendarOf }: Props) {
  const { answer, refetch, update } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(settingsCalls.readClass, { params: { classId } }, { signal }),
      [classId],
    ),
  )
  const change = useAction(
    useCallback(
      (body: Change) => sessionCall(settingsCalls.putClass, { params: { classId }, body }),
      [classId],
    ),
  )
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  const { name, home, children } = answer.value

  async function save(body: Change): Promise<boolean> {
    const changed = await change.run(body)
    if (changed) update(() => changed)
    return changed !== null
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-2">
        <Link
          href={`/classes/${classId}`}
          className="text-link inline-flex min-h-target min-w-target items-center justify-self-start font-bold print:hidden"
        >
          {name}
        </Link>
        <StageHeading className="text-4xl! max-sm:text-3xl!">{withNames(words.heading, name)}</StageHeading>
      </header>
      <FailureNote failure={change.failure} waitSeconds={change.waitSeconds} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2 print:hidden">
        <WholeClass home={home} onChange={(made) => void save({ home: made })} />
        {children.length > 0 && (
          <SeveralChildren
            names={children}
            onChange={(studentIds, made) => save({ children: { studentIds, change: made } })}
          />
        )}
        {calendarOf(children)}
      </div>
      <SettingsTable answer={answer.value} />
      <Button kind="secondary" className="justify-self-start print:hidden" onClick={() => window.print()}>
        {words.print}
      </Button>
    </div>
  )
}

type WholeProps = { home: HomeSettings; onChange: (change: Partial<HomeSettings>) => void }

function WholeClass({ home, onChange }: WholeProps) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-2xl">{words.whole}</h2>
      {OF_HOMES.map((key) => (
        <Toggle
          key={key}
          {...settingsMessages.switches[key]}
          checked={home[key]}
          onChange={(on) => onChange({ [key]: on })}
        />
      ))}
      <Choice {...words.grade} all={GRADES} value={home.grade} onChange={(grade) => onChange({ grade })} />
    </Card>
  )
}

function SettingsTable({ answer: { home, children } }: { answer: ClassSettingsAnswer }) {
  const usual = settingsFrom(null, home.grade)
  const names = Object.keys(usual) as (keyof StudentSettings)[]
  const rows = children.flatMap(({ studentId, name, settings }) => {
    const texts = names
      .filter((key) => settings[key] !== usual[key])
      .map((key) => settingText(key, settings[key]))
    return texts.length > 0 ? [{ studentId, name, texts }] : []
  })
  const ofAll = [
    ...OF_HOMES.filter((key) => !home[key]).map((key) => settingText(key, false)),
    ...(usual.clock === 'hidden' ? [settingText('clock', 'hidden')] : []),
    ...(home.grade === 'unknown' ? [] : [words.grade.values[home.grade]]),
  ]
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl">{settingsMessages.heading}</h2>
      <p className="max-w-prose text-ink-soft">{words.lead}</p>
      {ofAll.map((text) => (
        <p key={text} className="font-bold">
          {words.forAll(text)}
        </p>
      ))}
      {rows.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <table className="w-full border-collapse text-start">
          <thead>
            <tr className="border-b-2 border-line">
              <th className="py-2 pe-4">{words.child}</th>
              <th className="py-2">{words.settings}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ studentId, name, texts }) => (
              <tr key={studentId} className="break-inside-avoid border-b border-line align-top">
                <th translate="no" className="py-2 pe-4 font-bold wrap-anywhere">
                  {name}
                </th>
                <td className="py-2">{texts.join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
