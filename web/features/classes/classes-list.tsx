import { localZone } from '../../lib/local-zone.ts'
import { useEffect, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { grouped } from '../../../domain/code.ts'
import type { ListedClass } from '../../../contract/classes.ts'
import type { PinKind } from '../../../domain/pin.ts'
import { MAX_NAME_LENGTH } from '../../generated/constants.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { endLanding, isLanding } from '../../lib/landing.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FailedPage, PageMessage, LoadingPage } from '../../ui/page-message.tsx'
import { classMessages } from './messages.en.ts'
import { PinKindChoice } from './pin-kind-choice.tsx'
import { RoomHead } from './room-head.tsx'
import { refusedSignWords } from './refused-words.en.ts'

const { list: words } = classMessages

const readClasses = (signal: AbortSignal) => sessionCall(classCalls.list, {}, { signal })
const makeClass = (name: string, pinKind: PinKind) =>
  sessionCall(classCalls.make, { body: { name, pinKind, zone: localZone() } })

/** A teacher's classes, the archived ones apart, and a new one. Who has just signed in and has one class is led to it. */
export function ClassesList() {
  const { answer, refetch } = useAnswer(readClasses)
  const [, navigate] = useLocation()
  const classes = answer.state === 'value' ? answer.value : null
  useEffect(() => {
    if (classes === null || !isLanding()) return
    endLanding()
    const [only, another] = classes.filter(({ archived }) => !archived)
    if (only && !another) navigate(`/classes/${only.id}`, { replace: true })
  }, [classes, navigate])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RoomHead title={words.title} lead={words.lead} />
      {answer.state === 'loading' && <LoadingPage />}
      {answer.state === 'failed' && <FailedPage failure={answer.failure} onTryAgain={refetch} />}
      {answer.state === 'value' && (
        <>
          <FailureNote failure={answer.failure} />
          <Classes classes={answer.value} />
          <NewClass isFirst={answer.value.length === 0} />
          <Link href="/import" className="text-link inline-flex min-h-target items-center justify-self-start">
            {words.import}
          </Link>
        </>
      )}
    </div>
  )
}

function Classes({ classes }: { classes: readonly ListedClass[] }) {
  const archived = classes.filter((each) => each.archived)
  const running = classes.filter((each) => !each.archived)
  return (
    <>
      {classes.length === 0 && (
        <PageMessage title={words.emptyTitle}>
          <p className="max-w-md text-ink-soft">{words.empty}</p>
        </PageMessage>
      )}
      {running.length > 0 && <ClassTiles classes={running} />}
      {archived.length > 0 && (
        <details className="group">
          <summary className="text-link inline-flex min-h-target min-w-target items-center font-bold">
            {words.archived(archived.length)}
          </summary>
          <p className="my-3 text-ink-soft">{words.archivedHint}</p>
          <ClassTiles classes={archived} />
        </details>
      )}
    </>
  )
}

function ClassTiles({ classes }: { classes: readonly ListedClass[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {classes.map(({ id, name, code, children, archived }) => (
        <li key={id}>
          <Link
            href={`/classes/${id}`}
            className="tile flex h-full flex-col gap-1 rounded-card bg-sheet p-5 hover:bg-sunk"
          >
            <span translate="no" className="text-2xl font-bold wrap-anywhere">
              {name}
            </span>
            <span className="text-ink-soft">{words.children(children)}</span>
            {!archived && (
              <span className="mt-2">
                {words.code}{' '}
                <span translate="no" className="font-bold tracking-widest tabular-nums">
                  {grouped(code)}
                </span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NewClass({ isFirst }: { isFirst: boolean }) {
  const [name, setName] = useState('')
  const [pinKind, setPinKind] = useState<PinKind>('digits')
  const [, navigate] = useLocation()
  const action = useAction(makeClass)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const made = await action.run(name, pinKind)
    if (made) navigate(`/classes/${made.id}`)
  }

  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-120 gap-4">
        <Field
          label={words.newName}
          hint={words.newNameHint}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          problem={refusedSignWords(name, 'class')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <PinKindChoice value={pinKind} onChange={setPinKind} />
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
        <Button
          kind={isFirst ? 'primary' : 'secondary'}
          type="submit"
          aria-disabled={action.isPending}
          className="justify-self-start"
        >
          {words.make}
        </Button>
      </form>
    </Card>
  )
}
