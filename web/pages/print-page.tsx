import { useParams, useSearch } from 'wouter'
import { isDate } from '../../domain/day-in-zone.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { MAX_REPORT_DAYS } from '../../domain/school/report-period.ts'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { PrintRoom } from '../features/print/print-room.tsx'
import { sentenceOf } from './achievement-sentence.ts'

/** In place of a class's id: a parent's children. */
const FAMILY = 'family'

/** Whether reports can begin on this day of a link, wherever the child is. */
function isPossible(since: string): boolean {
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  return isDate(since) && since > daysBefore(today, MAX_REPORT_DAYS - 2) && since < today
}

/**
 * What an adult prints for a class, or a parent for its children. `?what=`, `?children=`, `?set=` and `?since=` choose at first, `?group=` several groups
 * (issue 18).
 */
export function PrintPage() {
  const { classId = FAMILY } = useParams()
  const query = new URLSearchParams(useSearch())
  const since = query.get('since') ?? ''
  const asked = {
    what: query.get('what') ?? '',
    children: query.get('children')?.split(',') ?? [],
    set: query.get('set') ?? '',
    since: isPossible(since) ? since : '',
    groups: query.getAll('group').map((group) => {
      const [set = '', ...children] = group.split(',')
      return { set, children }
    }),
  }
  const isFamily = classId === FAMILY
  return (
    <div className="page-width pt-3 pb-8 print:p-0">
      <SignedInGate roles={isFamily ? ['parent'] : ['teacher']}>
        {() => (
          <PrintRoom
            key={classId}
            classId={isFamily ? null : classId}
            asked={asked}
            sentenceOf={sentenceOf}
          />
        )}
      </SignedInGate>
    </div>
  )
}
