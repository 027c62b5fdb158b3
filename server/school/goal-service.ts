import type { ClassGoal } from '../../contract/class-goals.ts'
import { announcedAtHome } from '../../domain/achievements/announce.ts'
import { weekOf } from '../../domain/calendar.ts'
import { dayIn } from '../../domain/day-in-zone.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import {
  goalLimits,
  goalOfWeek,
  goalState,
  isMemberIn,
  isReached,
  practicedDays,
  withLastWeek,
  type GoalClass,
} from '../../domain/school/class-goal.ts'
import { Refusal } from '../http/errors.ts'
import type { ClassGoalStore } from '../storage/sql/school/goal-store.ts'

const NO_GOAL: ClassGoal = { week: null, last: null, children: [] }

/** What classes practice together. */
export function goalService({ store, now }: { readonly store: ClassGoalStore; readonly now: () => number }) {
  const current = (stored: GoalClass) => {
    const today = dayIn(stored.calendar.zone, now())
    const of = withLastWeek(stored, today)
    return { of, today, monday: weekOf(today), week: goalOfWeek(of, weekOf(today)) }
  }

  const read = async (classId: string): Promise<ClassGoal> => {
    const stored = await store.read(classId)
    if (!stored) return NO_GOAL
    const { of, today, monday, week } = current(stored)
    const last = of.weeks.find((each) => each.monday === daysBefore(monday, 7))
    return {
      week: week && {
        monday,
        days: week.days,
        goal: week.goal,
        state: goalState(of, week, today),
        isSet: week.isSet,
        ...goalLimits(week.present),
      },
      last: last?.total
        ? {
            monday: last.monday,
            days: last.total.days,
            goal: last.goal,
            reached: isReached({ days: last.total.days, goal: last.goal }),
          }
        : null,
      children: of.members
        .filter((member) => isMemberIn(member, monday))
        .map((member) => ({ studentId: member.id, days: practicedDays(member, monday) })),
    }
  }

  return {
    read,

    /** Throws a 409 Refusal if the week has a set goal, or none at all, and a 400 for a number out of bounds. */
    set: async (classId: string, goal: number) => {
      const { week } = await read(classId)
      if (!week)
        throw new Refusal(409, 'conflict', 'This week has no goal: it has fewer than two school days.')
      if (goal < week.least || goal > week.most) {
        const bounds = `goal must be from ${week.least} to ${week.most}: one to three days for each child.`
        throw new Refusal(400, 'bad_request', bounds)
      }
      if (!(await store.set(classId, week.monday, goal)))
        throw new Refusal(
          409,
          'conflict',
          'The goal can be set once a week. You can set the next one on Monday.',
        )
      return read(classId)
    },

    own: async (studentId: string) => {
      const [stored, waiting] = await Promise.all([store.readOf(studentId), store.announceable(studentId)])
      const news = announcedAtHome(waiting, now())
      const announced = news && { id: news.id, level: news.level }
      if (!stored) return { goal: null, announced }
      const { of, today, week } = current(stored)
      if (!week) return { goal: null, announced }
      const { monday, days, goal } = week
      return { goal: { monday, days, goal, state: goalState(of, week, today) }, announced }
    },
  }
}

export type GoalService = ReturnType<typeof goalService>
