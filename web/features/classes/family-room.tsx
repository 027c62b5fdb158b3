import { localZone } from '../../lib/local-zone.ts'
import { useState, type FormEvent } from 'react'
import type { Family } from '../../../contract/children.ts'
import type { Child, ChildrenWithCode, ChildWithPin } from '../../../contract/classes.ts'
import type { ChildWeeks } from '../../../contract/weekly-report.ts'
import type { PinKind } from '../../../domain/pin.ts'
import { MAX_NAME_LENGTH } from '../../generated/constants.ts'
import * as childCalls from '../../generated/child-calls.ts'
import * as weeklyCalls from '../../generated/weekly-calls.ts'
import type { CallResult } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FailedPage, PageMessage, LoadingPage } from '../../ui/page-message.tsx'
import { showToast } from '../../ui/toast.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { byName } from './by-name.ts'
import { CardsView } from './cards-view.tsx'
import { ChildList } from './child-list.tsx'
import { ClassExport } from './class-export.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { DeletedChildren } from './deleted-children.tsx'
import { FamilyCode } from './family-code.tsx'
import { FamilyCalendar } from './home-calendar.tsx'
import { classMessages } from './messages.en.ts'
import { NewDevices } from './new-devices.tsx'
import { NewPins } from './new-pins.tsx'
import { PinKindChoice } from './pin-kind-choice.tsx'
import { RoomHead } from './room-head.tsx'

const { family: words } = classMessages

const readFamily = (signal: AbortSignal) => sessionCall(childCalls.list, {}, { signal })
const readWeeks = (signal: AbortSignal) => sessionCall(weeklyCalls.read, {}, { signal })
const openSignInWindow = (minutes: number) => sessionCall(childCalls.openSignInWindow, { body: { minutes } })
const renewPins = (pinKind: PinKind) => sessionCall(childCalls.newPins, { body: { pinKind } })
const linkChild = (code: string) => sessionCall(childCalls.link, { body: { code } })

/** A parent's children: own ones and linked ones, and the ways to more. */
export function FamilyRoom({ onHandedOver }: { onHandedOver: () => Promise<CallResult<unknown>> }) {
  const { answer, refetch, update } = useAnswer(readFamily)
  const weeks = useAnswer(readWeeks)
  const [cards, setCards] = useState<readonly ChildWithPin[]>([])
  const [areAdded, setAdded] = useState(false)

  function showCards(shown: readonly ChildWithPin[], justAdded: boolean): void {
    setCards(shown)
    setAdded(justAdded)
  }

  if (answer.state === 'value' && cards.length > 0) {
    return (
      <CardsView
        sets={[{ code: answer.value.familyCode, className: '', cards }]}
        areAdded={areAdded}
        onDone={() => setCards([])}
      />
    )
  }

  function add(child: Child): void {
    update((known) => ({
      ...known,
      children: [...known.children.filter(({ id }) => id !== child.id), child],
    }))
    refetch()
    weeks.refetch()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RoomHead title={words.title} lead={words.lead} />
      {answer.state === 'loading' && <LoadingPage />}
      {answer.state === 'failed' && <FailedPage failure={answer.failure} onTryAgain={refetch} />}
      {answer.state === 'value' && (
        <>
          {answer.failure && <FailureNote failure={answer.failure} />}
          {answer.value.children.length > 0 && (
            <LinkButton kind="secondary" href="/weekly-report" className="justify-self-start">
              {words.weeklyReport}
            </LinkButton>
          )}
          <OwnChildren
            family={answer.value}
            weeks={weeks.answer.state === 'value' ? weeks.answer.value.children : null}
            refetch={refetch}
            onChanged={(next) => update((known) => ({ ...known, ...next }))}
            onCards={(made) => showCards(made, false)}
            onHandedOver={onHandedOver}
          />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <MakeChild
              pinKind={hasOwn(answer.value) ? null : answer.value.pinKind}
              onMade={(child) => {
                add(child)
                showCards([child], true)
              }}
            />
            <LinkChild onLinked={add} />
          </div>
          <div className="flex flex-wrap gap-3 print:hidden">
            {hasOwn(answer.value) && (
              <LinkButton kind="secondary" href="/assignments/family">
                {words.assign}
              </LinkButton>
            )}
            {answer.value.children.length > 0 && (
              <LinkButton kind="secondary" href="/classes/family/print">
                {words.print}
              </LinkButton>
            )}
            <LinkButton kind="secondary" href="/games">
              {classMessages.games}
            </LinkButton>
          </div>
          {hasOwn(answer.value) && <FamilyCalendar />}
          {hasOwn(answer.value) && <ClassExport school={null} />}
          <DeletedChildren classId={null} />
        </>
      )}
    </div>
  )
}

/** Only those who are at home here sign in with its code. */
const hasOwn = ({ children }: Family): boolean => children.some(({ isOwn }) => isOwn)

type OwnProps = {
  family: Family
  weeks: readonly ChildWeeks[] | null
  refetch: () => void
  onChanged: (next: Partial<Family>) => void
  onCards: (cards: readonly ChildWithPin[]) => void
  onHandedOver: () => Promise<CallResult<unknown>>
}

function OwnChildren({ family, weeks, refetch, onChanged, onCards, onHandedOver }: OwnProps) {
  const { children, familyCode, wrongPins } = family
  // Where it stays when the press in it has let the devices in.
  const [isUrgent] = useState(family.newDevicesWait)
  if (children.length === 0) {
    return (
      <PageMessage title={words.emptyTitle}>
        <p className="max-w-md text-ink-soft">{words.empty}</p>
      </PageMessage>
    )
  }
  const newDevices = hasOwn(family) && (
    <NewDevices
      of="ofFamily"
      state={family}
      openSignInWindow={openSignInWindow}
      refetch={refetch}
      onOpened={onChanged}
    />
  )
  return (
    <>
      {isUrgent && newDevices}
      <ChildList list={byName(children)} weeks={weeks} wrongPins={wrongPins} onHandedOver={onHandedOver} />
      {!isUrgent && newDevices}
      {hasOwn(family) && (
        <FamilyCode code={familyCode} onRenewed={(next) => onChanged({ ...next, newDevicesWait: false })}>
          <NewPins
            count={children.filter(({ isOwn }) => isOwn).length}
            pinKind={family.pinKind}
            renew={renewPins}
            onDone={(made, pinKind) => {
              onChanged({ pinKind })
              onCards(byName(made))
            }}
          />
        </FamilyCode>
      )}
    </>
  )
}

/** Makes a child; before the first one the family's kind of PIN is stored where another one was chosen. */
async function makeChild(name: string, pinKind: PinKind | null): Promise<CallResult<ChildrenWithCode>> {
  const chosen = pinKind === null ? null : await renewPins(pinKind)
  return chosen?.ok === false ? chosen : sessionCall(childCalls.make, { body: { name, zone: localZone() } })
}

type MakeProps = {
  /** The kind of PINs of a family without children, which can be changed; null once it has some. */
  pinKind: PinKind | null
  onMade: (child: ChildWithPin) => void
}

function MakeChild({ pinKind, onMade }: MakeProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<PinKind | null>(null)
  const action = useAction(makeChild)

  const needsConsent = action.failure?.code === 'consent_needed'

  async function add(): Promise<void> {
    const [child] = (await action.run(name, pinKind && (chosen ?? pinKind)))?.children ?? []
    if (child) onMade(child)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void add()
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <h2 className="text-2xl">{words.own}</h2>
        <Field
          label={words.ownName}
          hint={words.ownNameHint}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {pinKind && <PinKindChoice value={chosen ?? pinKind} onChange={setChosen} />}
        <FailureNote
          failure={needsConsent ? null : action.failure}
          waitSeconds={action.waitSeconds}
          own={words.failures}
        />
        <Button kind="primary" type="submit" aria-disabled={action.isPending} className="justify-self-start">
          {words.ownDo}
        </Button>
      </form>
      <ConsentDialog
        of="parent"
        open={needsConsent}
        onAgreed={() => void add()}
        onClose={action.clearFailure}
      />
    </Card>
  )
}

function LinkChild({ onLinked }: { onLinked: (child: Child) => void }) {
  const [code, setCode] = useState('')
  const action = useAction(linkChild)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const child = await action.run(code)
    if (!child) return
    setCode('')
    showToast(withNames(words.linked, child.name))
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
        </div>
      </form>
    </Card>
  )
}
