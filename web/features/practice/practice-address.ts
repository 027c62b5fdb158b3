import { findLeague, LEAGUES, type League } from '../../../domain/league.ts'
import { MAX_DURATION_SECONDS } from '../../../domain/practice-state.ts'
import { TODAYS_TEN } from '../../../domain/todays-ten.ts'

const MIN_SECONDS = 10
/** For no league or an unknown one (decisions §5). */
const ALL_OPERATIONS = 'all_operations'

/** The league of the query's `type`: a league id, or an operation that has its own league. */
function leagueFromQuery(text: string): League | undefined {
  return findLeague(text) ?? LEAGUES.find(({ operations }) => operations.join() === text)
}

/** The `duration` of the query: whole seconds, 10 to 3600. Null for anything else; then the child chooses. */
function durationFromQuery(text: string | null): number | null {
  // Without a match it is 0.
  const seconds = Number(/^\d+$/.exec(text ?? ''))
  return seconds >= MIN_SECONDS && seconds <= MAX_DURATION_SECONDS ? seconds : null
}

/** What the address of practice asks for (PRA-3, PRA-4, PRA-35). `league` is the part of its path; undefined for none. */
export function practiceFromAddress(
  league: string | undefined,
  query: URLSearchParams,
): { readonly sessionType: string; readonly durationSeconds: number | null } {
  const found = league === undefined ? leagueFromQuery(query.get('type') ?? '') : findLeague(league)
  return {
    sessionType: league === TODAYS_TEN ? TODAYS_TEN : (found?.id ?? ALL_OPERATIONS),
    durationSeconds: durationFromQuery(query.get('duration')),
  }
}
