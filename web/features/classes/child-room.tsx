import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Child, ChildWithPin } from '../../../contract/classes.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { RETENTION } from '../../../domain/retention.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { badgeName } from '../../ui/badge.messages.en.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { AccessLog } from './access-log.tsx'
import { CardsView } from './cards-view.tsx'
import { ChildCalendarCard } from './child-calendar.tsx'
import { ChildData } from './child-data.tsx'
import { DeleteChild, UnlinkChild } from './child-end.tsx'
import { ChildManage } from './child-manage.tsx'
import { dataMessages, dataMessages as words } from './data.messages.en.ts'
import { classMessages } from './messages.en.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'

export type Home = {
  /** With which the child signs in. */
  readonly code: string
  /** Of the class; '' for a family. */
  readonly name: string
}

type Props = {
  child: Child
  /** The child's home; null if the reader does not manage it. */
  home: Home | null
  isInClass: boolean
  /** Wrong PINs today; 0 where there were not many. */
  wrongPins: number
  back: { readonly href: string; readonly label: ReactNode }
  onChanged: (child: Child) => void
  /** Called when the child is no longer among the caller's children. */
  onRemoved: () => void
  /** How it gets on. */
  children: ReactNode
  /** How it plays, for the owner of its home, or for a linked parent. */
  settings: ReactNode
}

/** The page of one child: progress, changes and stored data. */
export function ChildRoom(props: Props) {
  const { child, home, isInClass, wrongPins, back, onChanged, onRemoved } = props
  const [card, setCard] = useState<ChildWithPin | null>(null)
  // What some browsers answer is a promise, and an effect may not have one.
  useEffect(() => void window.scrollTo(0, 0), [])
  if (card && home) {
    const set = { code: home.code, className: home.name, cards: [card] }
    return <CardsView sets={[set]} onDone={() => setCard(null)} />
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:block print:space-y-6">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Link
          href={back.href}
          className="text-link inline-flex min-h-target min-w-target items-center justify-self-start font-bold"
        >
          {back.label}
        </Link>
        <div className="flex items-center gap-4">
          <AnimalBadge animal={animalOf(child.nickname)} color={child.color} size={64} />
          <div className="min-w-0">
            <StageHeading className="text-4xl! max-sm:text-3xl! wrap-anywhere">
              <span translate="no">{child.name}</span>
            </StageHeading>
            <p className="text-ink-soft break-words">
              {withNames((name) => classMessages.child.badge(badgeName(child), name), child.nickname)}
            </p>
          </div>
        </div>
        <LinkButton
          kind="secondary"
          href={`/children/${child.id}/report`}
          className="justify-self-start print:hidden"
        >
          {classMessages.child.report}
        </LinkButton>
      </header>
      {props.children}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {home && (
          <ChildManage
            child={child}
            isInClass={isInClass}
            wrongPins={wrongPins}
            onChanged={onChanged}
            onPin={(shown) => {
              setCard(shown)
              onChanged({ ...child, pinKind: shown.pinKind })
            }}
            onLeft={onRemoved}
          />
        )}
        {props.settings}
        <ChildCalendarCard studentId={child.id} name={child.name} isOwn={home !== null} />
        <Card className="grid gap-5 print:hidden">
          <h2 className="text-2xl">{dataMessages.heading}</h2>
          <ChildData child={child} />
          <KeptUntil studentId={child.id} />
          {home && <AccessLog studentId={child.id} />}
          {home && <DeleteChild child={child} onRemoved={onRemoved} />}
          {!home && <UnlinkChild child={child} onRemoved={onRemoved} />}
        </Card>
      </div>
    </div>
  )
}

/** Until when a child is kept, and its answers. */
function KeptUntil({ studentId }: { studentId: string }) {
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(childDataCalls.keptUntil, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
  if (answer.state !== 'value') return null
  return <p className="text-ink-soft">{words.keptUntil(answer.value.keptUntil, RETENTION.answerDays)}</p>
}
