import { useCallback, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Child } from '../../../contract/classes.ts'
import * as childCalls from '../../generated/child-calls.ts'
import type { CallResult } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FailedPage, LoadingPage } from '../../ui/page-message.tsx'
import { ChildRoom } from './child-room.tsx'
import { classMessages } from './messages.en.ts'
import { wrongPinsOf } from './wrong-pins.ts'

const { child: words } = classMessages

type ChildOfFamily = { readonly child: Child; readonly familyCode: string; readonly wrongPins: number }

/** The child, and the code of the family it may be at home in. */
async function readChild(studentId: string, signal: AbortSignal): Promise<CallResult<ChildOfFamily>> {
  const [child, family] = await Promise.all([
    sessionCall(childCalls.read, { params: { studentId } }, { signal }),
    sessionCall(childCalls.list, {}, { signal }),
  ])
  if (!child.ok) return child
  if (!family.ok) return family
  const { familyCode, wrongPins } = family.value
  const value = { child: child.value, familyCode, wrongPins: wrongPinsOf(wrongPins, studentId) }
  return { ok: true, value }
}

/** One child as its parent sees it: an own one is looked after here, a linked one by its teacher. */
export function ChildOfParent(props: {
  studentId: string
  children: ReactNode
  settings: ReactNode
  /** Those of a child whose home is somebody else's. */
  linkedSettings: ReactNode
}) {
  const { studentId, children, settings, linkedSettings } = props
  const [, navigate] = useLocation()
  const { answer, refetch, update } = useAnswer(
    useCallback((signal: AbortSignal) => readChild(studentId, signal), [studentId]),
  )
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') {
    return <FailedPage failure={answer.failure} onTryAgain={refetch} own={{ not_found: words.gone }} />
  }
  const { child, familyCode, wrongPins } = answer.value
  return (
    <>
      {answer.failure && <FailureNote failure={answer.failure} />}
      <ChildRoom
        child={child}
        home={child.isOwn ? { code: familyCode, name: '' } : null}
        isInClass={false}
        wrongPins={wrongPins}
        back={{ href: '/children', label: words.backToChildren }}
        onChanged={(next) => update((known) => ({ ...known, child: next }))}
        onRemoved={() => navigate('/children')}
        settings={child.isOwn ? settings : linkedSettings}
      >
        {children}
      </ChildRoom>
    </>
  )
}
