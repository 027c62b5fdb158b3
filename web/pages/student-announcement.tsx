import type { ReactNode } from 'react'
import type { CurrentGoal } from '../../contract/class-goals.ts'
import { Announcement } from '../features/achievements/announcement.tsx'
import { GoalCard } from '../features/class-goal/goal-card.tsx'
import { keptGoal, readGoal } from '../features/class-goal/goal-kept.ts'
import { hasItemsOf } from '../features/student/student-outbox.ts'
import { recordShownAchievements, studentOutbox } from '../features/student/student-store.ts'
import * as studentCalls from '../generated/student-calls.ts'
import { signOutSignal } from '../lib/session.ts'
import { sessionCall } from '../lib/session-call.ts'

/** Resolves once the server has everything that this student did on this device. */
function whenSent(studentId: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = studentOutbox.status.subscribe(check)
    function check(): void {
      if (hasItemsOf(studentId)) return
      stop()
      resolve()
    }
    check()
  })
}

/** The goal of the class, if it was open when this device last knew it and is reached now. */
async function reachedGoal(studentId: string): Promise<CurrentGoal | null> {
  const before = keptGoal(studentId)
  if (before?.state !== 'open') return null
  const goal = (await readGoal(studentId))?.goal
  return goal?.state === 'reached' && goal.monday === before.monday ? goal : null
}

/** What to announce to a student, once the server has its answers; null for nothing. Never rejects. */
export async function studentAnnouncement(studentId: string): Promise<ReactNode> {
  await whenSent(studentId)
  if (signOutSignal.aborted) return null
  const result = await sessionCall(studentCalls.progress, {}, { signal: signOutSignal })
  const announced = result.ok ? result.value.announced : null
  const goal = result.ok && result.value.announces ? await reachedGoal(studentId) : null
  return (
    (goal || announced) && (
      <>
        {goal && <GoalCard week={goal} />}
        {announced && (
          <Announcement {...announced} onShown={(shown) => recordShownAchievements(studentId, shown)} />
        )}
      </>
    )
  )
}
