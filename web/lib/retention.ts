import { SITE_ELEMENT_ID } from '../../contract/site-element.ts'
import { DEFAULT_RETENTION, type RetentionPolicy } from '../../domain/retention.ts'
import { hasShape, isNumber } from './shape.ts'

const isPolicy = hasShape<RetentionPolicy>({
  answerDays: isNumber,
  idleChildMonths: isNumber,
  archivedClassMonths: isNumber,
  schoolYearEndMonth: isNumber,
  idleAdultMonths: isNumber,
  accessLogDays: isNumber,
  backupDays: isNumber,
})

const hasPolicy = hasShape<{ retention: RetentionPolicy }>({ retention: isPolicy })

/** How long this installation keeps what; read by the pages that say so, and not with what every page reads. */
export function readRetention(): RetentionPolicy {
  try {
    const json: unknown = JSON.parse(document.getElementById(SITE_ELEMENT_ID)?.textContent ?? '')
    if (hasPolicy(json)) return json.retention
  } catch {
    // The page came without its settings.
  }
  return DEFAULT_RETENTION
}
