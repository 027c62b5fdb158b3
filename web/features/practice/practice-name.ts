import { ASSIGNED_PREFIX } from '../../../domain/category.ts'
import { OPERATIONS, type Operation } from '../../../domain/fact.ts'
import { findLeague } from '../../../domain/league.ts'
import { TODAYS_TEN } from '../../../domain/todays-ten.ts'
import { messages } from './messages.en.ts'

/** The name and operations of a session type. Any type but a league has all four operations (decisions §5). */
export function practiceName(sessionType: string): { name: string; operations: readonly Operation[] } {
  if (sessionType === TODAYS_TEN) return { name: messages.todaysTen, operations: OPERATIONS }
  if (sessionType.startsWith(ASSIGNED_PREFIX)) return { name: messages.assigned, operations: [] }
  return findLeague(sessionType) ?? { name: messages.allOperations, operations: OPERATIONS }
}
