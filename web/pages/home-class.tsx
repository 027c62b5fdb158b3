import { useEffect, useState } from 'react'
import type { OwnClassGoal } from '../../contract/class-goals.ts'
import { weekOf } from '../../domain/calendar.ts'
import { HomeAnnouncement } from '../features/achievements/home-announcement.tsx'
import { GoalCard } from '../features/class-goal/goal-card.tsx'
import { keptGoal, readGoal } from '../features/class-goal/goal-kept.ts'
import { recordShownAchievements } from '../features/student/student-store.ts'

type Props = {
  studentId: string
  /** Today in the class. */
  day: string
  /** Whether answers wait to be sent. */
  isAhead: boolean
}

/** What home says about the child's class: its goal, and what was achieved together. */
export function HomeClass({ studentId, day, isAhead }: Props) {
  const [own, setOwn] = useState<OwnClassGoal>(() => ({ goal: keptGoal(studentId), announced: null }))
  useEffect(() => {
    const refresh = async (): Promise<void> => {
      const read = await readGoal(studentId)
      // What is on the screen stays there, although the server has noted it as shown.
      if (read) setOwn(({ announced }) => ({ ...read, announced: announced ?? read.announced }))
    }
    if (!isAhead) void refresh()
  }, [studentId, isAhead])
  // The goal of an earlier week is kept until the server has answered.
  const isThisWeek = own.goal !== null && own.goal.monday >= weekOf(day)
  return (
    <>
      {own.goal && isThisWeek && <GoalCard week={own.goal} />}
      {own.announced && (
        <HomeAnnouncement
          news={own.announced}
          onShown={() => own.announced && recordShownAchievements(studentId, [own.announced])}
        />
      )}
    </>
  )
}
