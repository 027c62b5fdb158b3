import {
  PARENTS,
  THE_TEACHER,
  OWNER_OF_ANA,
  WHO_LOOK_AFTER_ANA,
  ANA_AND_HER_ADULTS,
  row,
  type Row,
} from './role-rows.ts'

const CALENDAR = { zone: 'Europe/Berlin', schoolDays: [1, 3, 5], announces: true, holidays: [] }

/** Calls for calendars. */
export const CALENDAR_ROWS: readonly Row[] = [
  row('GET /api/classes/:classId/calendar', THE_TEACHER),
  row('POST /api/classes/:classId/calendar', THE_TEACHER, CALENDAR),
  row('POST /api/classes/:classId/holidays/copies', THE_TEACHER),
  row('GET /api/children/calendar', PARENTS),
  row('POST /api/children/calendar', PARENTS, CALENDAR),
  row('GET /api/children/:studentId/calendar', ANA_AND_HER_ADULTS),
  row('POST /api/children/:studentId/calendar', OWNER_OF_ANA, { away: [] }),
  row('POST /api/children/:studentId/announcements', WHO_LOOK_AFTER_ANA, { announces: true }),
]
