import type { Row } from './role-table.ts'

const CALENDAR = { zone: 'Europe/Berlin', schoolDays: [1, 3, 5], announces: true, holidays: [] }

/** Calls for calendars. */
export const CALENDAR_ROWS: readonly Row[] = [
  [
    'GET /api/classes/:classId/calendar',
    ({ classId }) => ({ path: `/api/classes/${classId}/calendar` }),
    '401 401 403 403 yes 404 403 403',
  ],
  [
    'POST /api/classes/:classId/calendar',
    ({ classId }) => ({ path: `/api/classes/${classId}/calendar`, body: CALENDAR }),
    '401 401 403 403 yes 404 403 403',
  ],
  [
    'GET /api/children/calendar',
    () => ({ path: '/api/children/calendar' }),
    '401 401 403 403 403 403 yes yes',
  ],
  [
    'POST /api/children/calendar',
    () => ({ path: '/api/children/calendar', body: CALENDAR }),
    '401 401 403 403 403 403 yes yes',
  ],
  [
    'GET /api/children/:studentId/calendar',
    ({ ana }) => ({ path: `/api/children/${ana.id}/calendar` }),
    '401 401 yes 404 yes 404 yes 404',
  ],
  [
    'POST /api/children/:studentId/calendar',
    ({ ana }) => ({ path: `/api/children/${ana.id}/calendar`, body: { away: [], announces: true } }),
    '401 401 403 403 yes 404 404 404',
  ],
]
