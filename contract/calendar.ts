import * as z from 'zod/mini'
import { rangeProblem } from '../domain/calendar.ts'
import { isDate } from '../domain/day-in-zone.ts'
import { BY_HAND, childInPath, classInPath, zone } from './classes.ts'
import { route } from './route.ts'

/** Most holidays of a class, and most times that a child was away. */
export const MAX_RANGES = 100

const day = z.string().check(z.refine(isDate, { error: 'must be a date, such as 2026-03-18' }))

/** Days in a row, both included. */
const ranges = z
  .array(
    z.object({ from: day, to: day }).check(
      z.refine((range) => rangeProblem(range) !== 'ends_first', { error: 'must not end before it begins' }),
      z.refine((range) => rangeProblem(range) !== 'too_long', { error: 'must be at most two years long' }),
    ),
  )
  .check(z.maxLength(MAX_RANGES, `must be at most ${MAX_RANGES} times`))

/** `schoolDays` are weekdays, 1 for Monday. `announces`: whether achievements are announced to the children. */
const homeCalendar = z.object({
  zone,
  schoolDays: z
    .array(z.literal([1, 2, 3, 4, 5, 6, 7], 'must be a weekday from 1 to 7'))
    .check(z.minLength(1, 'must be at least one day'), z.maxLength(7, 'must be at most seven days')),
  announces: z.boolean(),
  holidays: ranges,
})

const storedRanges = z.array(z.object({ from: z.string(), to: z.string() }))

const storedHomeCalendar = z.object({
  zone: z.string(),
  schoolDays: z.array(z.literal([1, 2, 3, 4, 5, 6, 7])),
  announces: z.boolean(),
  holidays: storedRanges,
})

/** The times a child was away, and whether its adults want achievements to be announced to it. */
const storedChildCalendar = z.object({ away: storedRanges, announces: z.boolean() })

/** The calendars that decide streaks and achievements. Each is read and replaced as a whole. */
export const calendarRoutes = {
  readClass: route({
    method: 'GET',
    path: '/api/classes/:classId/calendar',
    params: classInPath,
    body: null,
    response: storedHomeCalendar,
    caller: 'signed_in',
    action: 'see_class',
    rateLimit: BY_HAND,
  }),
  putClass: route({
    method: 'POST',
    path: '/api/classes/:classId/calendar',
    params: classInPath,
    body: homeCalendar,
    response: storedHomeCalendar,
    caller: 'signed_in',
    action: 'change_class',
    rateLimit: BY_HAND,
  }),
  /** Adds the holidays to the teacher's other classes that are not archived, to all or none; returns their names. */
  copyHolidays: route({
    method: 'POST',
    path: '/api/classes/:classId/holidays/copies',
    params: classInPath,
    body: null,
    response: z.object({ classes: z.array(z.string()) }),
    caller: 'signed_in',
    action: 'change_class',
    rateLimit: BY_HAND,
  }),
  readFamily: route({
    method: 'GET',
    path: '/api/children/calendar',
    params: null,
    body: null,
    response: storedHomeCalendar,
    caller: 'signed_in',
    action: 'see_children',
    rateLimit: BY_HAND,
  }),
  putFamily: route({
    method: 'POST',
    path: '/api/children/calendar',
    params: null,
    body: homeCalendar,
    response: storedHomeCalendar,
    caller: 'signed_in',
    action: 'change_family',
    rateLimit: BY_HAND,
  }),
  readChild: route({
    method: 'GET',
    path: '/api/children/:studentId/calendar',
    params: childInPath,
    body: null,
    response: storedChildCalendar,
    caller: 'signed_in',
    action: 'see_child',
    rateLimit: BY_HAND,
  }),
  /** Marks when a child was away, even afterward. */
  putAway: route({
    method: 'POST',
    path: '/api/children/:studentId/calendar',
    params: childInPath,
    body: z.object({ away: ranges }),
    response: storedChildCalendar,
    caller: 'signed_in',
    action: 'change_child',
    rateLimit: BY_HAND,
  }),
  /** One setting for all adults of a child, linked parents included. */
  putAnnounces: route({
    method: 'POST',
    path: '/api/children/:studentId/announcements',
    params: childInPath,
    body: z.object({ announces: z.boolean() }),
    response: storedChildCalendar,
    caller: 'signed_in',
    action: 'set_announcements',
    rateLimit: BY_HAND,
  }),
} as const

export type HomeCalendar = z.infer<typeof storedHomeCalendar>
export type ChildCalendar = z.infer<typeof storedChildCalendar>
