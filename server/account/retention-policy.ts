import { DEFAULT_ZONE, weekOf } from '../../domain/calendar.ts'
import { daysBefore, practiceDay } from '../../domain/practice-day.ts'
import type { RandomBelow } from '../../domain/pin.ts'
import { childDeadline, failingSince, monthsAfter, RETENTION, retentionStep } from '../../domain/retention.ts'
import type { Log } from '../ops/log.ts'
import type { AccessStore } from '../storage/sql/accounts/access-store.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import type { ChildStore } from '../storage/sql/accounts/child-store.ts'
import type { ClassStore } from '../storage/sql/accounts/class-store.ts'
import type {
  ChildAtRisk,
  IdleAdult,
  PolicyStore,
  WarningStep,
} from '../storage/sql/retention/policy-store.ts'
import type { StudentDataStore } from '../storage/sql/students/student-data-store.ts'
import type { StudentOfData } from '../student/port.ts'
import { withFreeCode } from './class-service.ts'
import { retentionMail, type Affected } from './retention-mail.en.ts'
import type { Mail, MailOutcome } from './port.ts'

type RetentionPolicyNeeds = {
  readonly store: PolicyStore
  readonly classes: Pick<ClassStore, 'familyOf'>
  readonly children: Pick<ChildStore, 'moveApart'>
  readonly childData: Pick<StudentDataStore, 'remove'>
  readonly accesses: Pick<AccessStore, 'record'>
  readonly adults: Pick<AdultStore, 'remove'>
  readonly dataKeysOf: (studentId: string) => Promise<StudentOfData>
  /** Sends an email; null if this installation sends none. Then warnings are only shown on pages. */
  readonly deliver: ((kind: string, mail: Mail) => Promise<MailOutcome>) | null
  readonly siteName: string
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly randomBelow: RandomBelow
  readonly newId: () => string
  readonly now: () => number
  readonly log: Log
}

/** The actor in the access log. */
const BY_POLICY = { id: 'policy', role: 'policy' } as const
const DAY_MS = 86_400_000

type Step = 'first' | 'second'
type Warning = {
  readonly personId: string
  readonly emails: readonly string[]
  readonly affected: Affected
  readonly failingSinceMs: number | null
}

/**
 * Applies the retention policy once (ADR 0041): sums the last weeks, deletes old attempts, sends warnings, and deletes expired
 * children and adults. Its only state is the stored warnings, so it may run at any time and any number of times.
 */
export async function runRetentionPolicy(needs: RetentionPolicyNeeds, signal: AbortSignal): Promise<void> {
  const { store, now, log } = needs
  const nowMs = now()
  await sumLastWeeks(store, nowMs)
  await store.deleteAnswersBefore(nowMs - RETENTION.answerDays * DAY_MS, signal)
  const children = await dueChildren(needs, nowMs, signal)
  const adults = await dueAdults(needs, nowMs, signal)
  let mails = 0
  for (const step of ['first', 'second'] as const) {
    mails += await warn(needs, step, [...children[step], ...adults[step]], nowMs)
  }
  const ended = { moved: 0, deleted: 0, failed: 0 }
  for (const child of children.delete) {
    if (!signal.aborted) ended[await endChild(needs, child, nowMs)] += 1
  }
  let closed = 0
  for (const { id } of adults.delete) if (!signal.aborted && (await needs.adults.remove(id))) closed += 1
  const counts = { children: ended.deleted, moved: ended.moved, adults: closed, mails }
  if (Object.values(counts).some((count) => count > 0)) {
    log.info({ event: 'retention_policy', ...counts }, 'the retention policy was applied to accounts')
  }
}

/** Sums the two weeks before this one, because offline practice may arrive days later. */
async function sumLastWeeks(store: PolicyStore, nowMs: number): Promise<void> {
  const thisWeek = weekOf(practiceDay(nowMs))
  for (const weeks of [1, 2]) {
    await store.sumWeek(daysBefore(thisWeek, 7 * weeks), daysBefore(thisWeek, 7 * (weeks - 1)))
  }
}

type Due<Row> = { readonly first: Warning[]; readonly second: Warning[]; readonly delete: Row[] }

/** All rows of a paged list. */
async function* everyRow<Row extends { readonly id: string }>(
  portion: (after: string) => Promise<readonly Row[]>,
  signal: AbortSignal,
): AsyncIterable<Row> {
  for (let after = ''; !signal.aborted;) {
    const rows = await portion(after)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function dueChildren(
  { store }: RetentionPolicyNeeds,
  nowMs: number,
  signal: AbortSignal,
): Promise<Due<ChildAtRisk>> {
  const due: Due<ChildAtRisk> = { first: [], second: [], delete: [] }
  const idleMs = monthsAfter(nowMs, 2 - RETENTION.idleChildMonths)
  // A lower bound: the end of the school year can only make it later.
  const archivedMs = monthsAfter(nowMs, 2 - RETENTION.archivedClassMonths)
  for await (const row of everyRow((after) => store.childrenAtRisk(idleMs, archivedMs, after), signal)) {
    const deadline = childDeadline(row)
    const step = retentionStep(deadline, row.warned, nowMs)
    if (step === 'delete') due.delete.push(row)
    else if (step !== 'none') {
      const affected = { kind: 'child', className: row.className, atMs: deadline } as const
      const failingSinceMs = failingSince(deadline, row.failingSinceMs)
      const warning = { personId: row.id, emails: await store.emailsOf(row.id), affected, failingSinceMs }
      due[step === 'warn_first' ? 'first' : 'second'].push(warning)
    }
  }
  return due
}

async function dueAdults(
  { store }: RetentionPolicyNeeds,
  nowMs: number,
  signal: AbortSignal,
): Promise<Due<IdleAdult>> {
  const due: Due<IdleAdult> = { first: [], second: [], delete: [] }
  const idleMs = monthsAfter(nowMs, 2 - RETENTION.idleAdultMonths)
  for await (const adult of everyRow((after) => store.idleAdults(idleMs, after), signal)) {
    const deadline = monthsAfter(adult.activeAtMs, RETENTION.idleAdultMonths)
    const step = retentionStep(deadline, adult.warned, nowMs)
    if (step === 'delete') due.delete.push(adult)
    else if (step !== 'none') {
      const affected = { kind: 'own', atMs: deadline } as const
      due[step === 'warn_first' ? 'first' : 'second'].push({
        personId: adult.id,
        emails: [adult.email],
        affected,
        failingSinceMs: failingSince(deadline, adult.failingSinceMs),
      })
    }
  }
  return due
}

/** Sends one email per adult; by address, what became of it. */
async function sendWarnings(
  { deliver, siteName, publicUrl }: RetentionPolicyNeeds,
  warnings: readonly Warning[],
): Promise<ReadonlyMap<string, MailOutcome>> {
  const outcomes = new Map<string, MailOutcome>()
  for (const to of deliver ? new Set(warnings.flatMap((warning) => warning.emails)) : []) {
    const affected = warnings.filter((warning) => warning.emails.includes(to)).map((each) => each.affected)
    const mail = retentionMail({ to, siteName, url: `${publicUrl}/sign-in`, affected })
    outcomes.set(to, (await deliver?.('retention', mail)) ?? 'failed')
  }
  return outcomes
}

/**
 * Sends warnings and returns how many emails were sent. A warning counts once one of its emails was accepted, none of its addresses
 * will ever accept one, or sending has failed for a month.
 */
async function warn(
  needs: RetentionPolicyNeeds,
  step: Step,
  warnings: readonly Warning[],
  nowMs: number,
): Promise<number> {
  const { store, deliver } = needs
  const outcomes = await sendWarnings(needs, warnings)
  const isAnswered = ({ emails }: Warning): boolean => {
    const of = emails.map((email) => outcomes.get(email))
    return deliver === null || of.includes('sent') || of.every((outcome) => outcome === 'refused')
  }
  const failsForAMonth = ({ failingSinceMs }: Warning): boolean =>
    failingSinceMs !== null && monthsAfter(failingSinceMs, 1) <= nowMs
  const record = async (of: WarningStep, list: readonly Warning[]): Promise<void> => {
    const ids = list.map(({ personId }) => personId)
    if (ids.length > 0) await store.recordWarning(ids, of, nowMs)
  }
  const answered = warnings.filter(isAnswered)
  const failed = warnings.filter((each) => !answered.includes(each))
  await record(step, [...answered, ...failed.filter(failsForAMonth)])
  await record(
    'failing',
    failed.filter(({ failingSinceMs }) => failingSinceMs === null),
  )
  const again = answered.filter(({ failingSinceMs }) => failingSinceMs !== null)
  if (again.length > 0) await store.endFailures(again.map(({ personId }) => personId))
  return [...outcomes.values()].filter((outcome) => outcome === 'sent').length
}

/** Moves an active child of an expired archived class to a parent's family, if it has one; deletes other children. */
async function endChild(
  needs: RetentionPolicyNeeds,
  child: ChildAtRisk,
  nowMs: number,
): Promise<'moved' | 'deleted' | 'failed'> {
  const { id, classId, parentId } = child
  const isIdle = monthsAfter(child.activeAtMs, RETENTION.idleChildMonths) <= nowMs
  if (!isIdle && parentId !== null) {
    const family = await withFreeCode(needs.randomBelow, (code) =>
      needs.classes.familyOf(parentId, {
        id: needs.newId(),
        ownerId: parentId,
        kind: 'family',
        name: '',
        code,
        pinKind: 'digits',
        createdAtMs: nowMs,
        archivedAtMs: null,
        signInWindowUntilMs: null,
        zone: DEFAULT_ZONE,
      }),
    )
    const placed = await needs.children.moveApart(id, family.id, nowMs)
    if (placed.kind !== 'done') {
      needs.log.warn({ event: 'retention_not_moved', reason: placed.kind })
      return 'failed'
    }
    const move = { children: [{ id, classId }], by: BY_POLICY, kind: 'change', nowMs } as const
    await needs.accesses.record(move)
    return 'moved'
  }
  await needs.accesses.record({ children: [{ id, classId }], by: BY_POLICY, kind: 'deletion', nowMs })
  await needs.childData.remove(await needs.dataKeysOf(id), nowMs)
  return 'deleted'
}
