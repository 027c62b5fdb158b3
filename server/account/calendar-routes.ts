import { calendarRoutes, MAX_RANGES } from '../../contract/calendar.ts'
import { zoneNamed } from '../../domain/calendar.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { CalendarStore, StoredCalendar } from '../storage/sql/accounts/calendar-store.ts'
import type { ChildGate } from './child-gate.ts'
import type { ClassService } from './class-service.ts'
import { personOf } from '../http/person-of.ts'

type CalendarRouteNeeds = {
  readonly calendars: CalendarStore
  readonly classes: Pick<ClassService, 'find' | 'family'>
  readonly gate: Pick<ChildGate, 'child'>
}

type Written<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

const gone = (): Refusal => new Refusal(404, 'not_found', 'This was deleted in the meantime.')

function written<T extends object>(calendar: T | null): Written<T> {
  if (calendar === null) throw gone()
  return calendar as Written<T>
}

/** The routes with which adults read and change calendars. */
export function bindCalendarRoutes(bind: Bind, { calendars, classes, gate }: CalendarRouteNeeds): void {
  const put = async (classId: string, { zone, ...rest }: StoredCalendar) => {
    await calendars.putHome(classId, { ...rest, zone: zoneNamed(zone) })
    return written(await calendars.ofHome(classId))
  }
  bind(calendarRoutes.readClass, {
    answer: async ({ params }, _player, request) => {
      const { id } = await classes.find(personOf(request), 'see_class', params.classId)
      return written(await calendars.ofHome(id))
    },
  })
  bind(calendarRoutes.putClass, {
    answer: async ({ params, body }, _player, request) => {
      const { id } = await classes.find(personOf(request), 'change_class', params.classId)
      return put(id, body)
    },
  })
  bind(calendarRoutes.copyHolidays, {
    answer: async ({ params }, _player, request) => {
      const { id } = await classes.find(personOf(request), 'change_class', params.classId)
      const copied = await calendars.copyHolidays(id)
      if (copied) return { classes: copied }
      throw new Refusal(409, 'conflict', `One of your classes would have more than ${MAX_RANGES} holidays.`)
    },
  })
  bind(calendarRoutes.readFamily, {
    answer: async (_input, _player, request) =>
      written(await calendars.ofHome((await classes.family(personOf(request).id)).id)),
  })
  bind(calendarRoutes.putFamily, {
    answer: async ({ body }, _player, request) => put((await classes.family(personOf(request).id)).id, body),
  })
  bind(calendarRoutes.readChild, {
    answer: async ({ params }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'see_child', params.studentId)
      return written(await calendars.ofChild(id))
    },
  })
  bind(calendarRoutes.putAway, {
    answer: async ({ params, body }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'change_child', params.studentId)
      await calendars.putAway(id, body.away)
      return written(await calendars.ofChild(id))
    },
  })
  bind(calendarRoutes.putAnnounces, {
    answer: async ({ params, body }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'set_announcements', params.studentId)
      await calendars.putAnnounces(id, body.announces)
      return written(await calendars.ofChild(id))
    },
  })
}
