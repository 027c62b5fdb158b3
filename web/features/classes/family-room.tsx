import { useCallback, useState, type FormEvent } from 'react'
import { MAX_NAME_LENGTH } from '../../../contract/account-limits.ts'
import type { PinKind } from '../../../domain/pin.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer } from '../../lib/use-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FailedPage, InsteadOfPage, LoadingPage } from '../../ui/instead-of-page.tsx'
import { byName } from './by-name.ts'
import { CardsView } from './cards-view.tsx'
import { childDataCalls, type Overview } from './child-data-calls.ts'
import { ChildList } from './child-list.tsx'
import { childCalls, type Child, type ChildWithPin, type Family } from './class-calls.ts'
import { FamilyCode } from './family-code.tsx'
import { classMessages } from './messages.en.ts'
import { NewDevices } from './new-devices.tsx'
import { PinKindChoice } from './pin-kind-choice.tsx'
import { RoomHead } from './room-head.tsx'

const { family: words } = classMessages

const readFamily = (signal: AbortSignal) => sessionCall(childCalls.list, {}, { signal })
const readOverview = (signal: AbortSignal) => sessionCall(childDataCalls.overviewOfOwn, {}, { signal })
const letIn = () => sessionCall(childCalls.letIn, {})
const linkChild = (code: string) => sessionCall(childCalls.link, { body: { code } })

/** A parent's children: own ones and linked ones, and the ways to more. */
export function FamilyRoom() {
  const { answer, askAgain, put } = useAnswer(readFamily)
  const overview = useAnswer(readOverview)
  const [made, setMade] = useState<ChildWithPin | null>(null)
  if (answer.state === 'value' && made) {
    return (
      <CardsView code={answer.value.familyCode} className="" cards={[made]} onDone={() => setMade(null)} />
    )
  }

  function add(child: Child): void {
    put((known) => ({
      ...known,
      children: [...known.children.filter(({ id }) => id !== child.id), child],
    }))
    askAgain()
    overview.askAgain()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RoomHead title={words.title} lead={words.lead} />
      {answer.state === 'loading' && <LoadingPage />}
      {answer.state === 'failed' && <FailedPage failure={answer.failure} onTryAgain={askAgain} />}
      {answer.state === 'value' && (
        <>
          {answer.failure && <FailureNote failure={answer.failure} />}
          <OwnChildren
            family={answer.value}
            overview={overview.answer.state === 'value' ? overview.answer.value : null}
            askAgain={askAgain}
            onChanged={(next) => put((known) => ({ ...known, ...next }))}
          />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <MakeChild
              onMade={(child) => {
                add(child)
                setMade(child)
              }}
            />
            <LinkChild onLinked={add} />
          </div>
        </>
      )}
    </div>
  )
}

type OwnProps = {
  family: Family
  overview: Overview | null
  askAgain: () => void
  onChanged: (next: Partial<Family>) => void
}

function OwnChildren({ family, overview, askAgain, onChanged }: OwnProps) {
  const { children, familyCode, newDevicesWait } = family
  // Only those who are at home here sign in with its code.
  const hasOwn = children.some(({ isOwn }) => isOwn)
  if (children.length === 0) {
    return (
      <InsteadOfPage title={words.emptyTitle}>
        <p className="max-w-md text-ink-soft">{words.empty}</p>
      </InsteadOfPage>
    )
  }
  return (
    <>
      {hasOwn && (
        <NewDevices
          of="ofFamily"
          wait={newDevicesWait}
          letIn={letIn}
          askAgain={askAgain}
          onLetIn={onChanged}
        />
      )}
      <ChildList list={byName(children)} hrefOf={({ id }) => `/children/${id}`} overview={overview} />
      {hasOwn && (
        <FamilyCode code={familyCode} onRenewed={(next) => onChanged({ ...next, newDevicesWait: false })} />
      )}
    </>
  )
}

function MakeChild({ onMade }: { onMade: (child: ChildWithPin) => void }) {
  const [name, setName] = useState('')
  const [pinKind, setPinKind] = useState<PinKind>('digits')
  const make = useCallback(
    (typed: string) => sessionCall(childCalls.make, { body: { name: typed, pinKind } }),
    [pinKind],
  )
  const action = useAction(make)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const [child] = (await action.run(name))?.children ?? []
    if (child) onMade(child)
  }

  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <h2 className="text-2xl">{words.own}</h2>
        <Field
          label={words.ownName}
          hint={words.ownNameHint}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <PinKindChoice value={pinKind} onChange={setPinKind} />
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
        <Button kind="primary" type="submit" aria-disabled={action.isPending} className="justify-self-start">
          {words.ownDo}
        </Button>
      </form>
    </Card>
  )
}

function LinkChild({ onLinked }: { onLinked: (child: Child) => void }) {
  const [code, setCode] = useState('')
  const [linked, setLinked] = useState('')
  const action = useAction(linkChild)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setLinked('')
    const child = await action.run(code)
    if (!child) return
    setCode('')
    setLinked(child.name)
    onLinked(child)
  }

  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <h2 className="text-2xl">{words.link}</h2>
        <Field
          label={words.linkLabel}
          hint={words.linkHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
        <div className="flex flex-wrap items-center gap-4">
          <Button kind="secondary" type="submit" aria-disabled={action.isPending}>
            {words.linkDo}
          </Button>
          <output>{linked !== '' && words.linked(linked)}</output>
        </div>
      </form>
    </Card>
  )
}
