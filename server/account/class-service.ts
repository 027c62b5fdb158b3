import { createHash } from 'node:crypto'
import type { Action } from '../../contract/actions.ts'
import { MAX_CLASSES } from '../../contract/classes.ts'
import type { childRoutes } from '../../contract/children.ts'
import type { classRoutes } from '../../contract/classes.ts'
import type { Output } from '../../contract/route.ts'
import { DEFAULT_ZONE, zoneNamed } from '../../domain/calendar.ts'
import { plainName } from '../../domain/child-name.ts'
import { isLetIn } from '../../domain/class-guesses.ts'
import { dayIn } from '../../domain/day-in-zone.ts'
import { CLASS_CODE_LENGTH, newCode } from '../../domain/code.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { PinKind, RandomBelow } from '../../domain/pin.ts'
import { TOLD_FROM } from '../../domain/sign-in-wait.ts'
import { Refusal } from '../http/errors.ts'
import type { CalendarStore } from './calendar-port.ts'
import type { ChildGate } from './child-gate.ts'
import { childAnswer } from './child-service.ts'
import { keyOfClassCodeInSchool, keyOfClassCode, keysOfStudent } from './child-sign-in.ts'
import type { ChildRecord, ClassChange, ClassRecord, ClassStore } from './port.ts'
import type { SignInCounts } from './sign-in-counts.ts'
import { may, type Person } from './roles.ts'

type Answer<Name extends keyof typeof classRoutes> = Output<(typeof classRoutes)[Name]['response']>
type FamilyAnswer<Name extends keyof typeof childRoutes> = Output<(typeof childRoutes)[Name]['response']>
type Body<Name extends keyof typeof classRoutes> = Output<(typeof classRoutes)[Name]['body']>

type ClassServiceNeeds = {
  readonly classes: ClassStore
  readonly calendars: Pick<CalendarStore, 'addHoliday'>
  readonly gate: ChildGate
  readonly failures: Pick<SignInCounts, 'strangersWait' | 'clearGuesses' | 'letIn' | 'wrongToday'>
  /** Signs children out on all devices. */
  readonly signOut: (studentIds: readonly string[]) => Promise<void>
  readonly randomBelow: RandomBelow
  readonly newId: () => string
  readonly now: () => number
}

/** Managing classes and families. Other adults' classes get the same 404 as nonexistent ones. */
export type ClassService = {
  list(person: Person): Promise<Answer<'list'>>
  make(person: Person, body: Body<'make'>): Promise<Answer<'make'>>
  read(person: Person, classId: string): Promise<Answer<'read'>>
  change(person: Person, classId: string, body: Body<'change'>): Promise<Answer<'change'>>
  newCode(person: Person, classId: string): Promise<Answer<'newCode'>>
  /** Opens a sign-in window of some minutes, in which strangers' guesses do not matter. Throws a 429 Refusal when done too often. */
  letIn(person: Person, classId: string, minutes: number): Promise<Answer<'letIn'>>
  /** Returns the class if the person may do this, else throws a 404 Refusal. */
  find(person: Person, action: Action, classId: string): Promise<ClassRecord>
  /** A parent's family, created on first use. */
  family(parentId: string): Promise<ClassRecord>
  newFamilyCode(parent: Person): Promise<FamilyAnswer<'newCode'>>
  /** As `letIn`, for the parent's own family. */
  letFamilyIn(parent: Person, minutes: number): Promise<FamilyAnswer<'letIn'>>
  /** Whether new devices have to wait to sign in here, and when the open sign-in window ends. */
  newDevices(home: ClassRecord): Promise<Answer<'letIn'>>
  /** Children at home here with repeated wrong PINs today, and how many. */
  wrongPins(
    home: ClassRecord,
    inside: readonly Pick<ChildRecord, 'id' | 'classId'>[],
  ): Promise<Answer<'read'>['wrongPins']>
}

/** How many codes are tried; with millions of classes, one in a hundred is taken. */
const MAX_DRAWS = 20

const USUAL_PIN_KIND: PinKind = 'digits'
const NEW_FAMILY = { kind: 'family', name: '', pinKind: USUAL_PIN_KIND, zone: DEFAULT_ZONE } as const

/** Tries codes until one is free. */
export async function withFreeCode<T>(
  randomBelow: RandomBelow,
  attempt: (code: string) => Promise<T | null | false>,
): Promise<T> {
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const made = await attempt(newCode(CLASS_CODE_LENGTH, randomBelow))
    if (made) return made
  }
  throw new Error('no free class code was found')
}

/** The keys of guesses at a class. */
const keysOf = (code: string): readonly string[] => [keyOfClassCode(code), keyOfClassCodeInSchool(code)]

/** The key for counting sign-in windows; by id, so that a new code does not reset it. */
function keyOfLetIn(classId: string): string {
  return `let-in:${createHash('sha256').update(classId).digest('hex')}`
}

function classAnswer(record: ClassRecord): Answer<'make'> {
  const { id, name, code, createdAtMs, archivedAtMs, pinKind } = record
  return { id, name, code, createdAt: createdAtMs, archived: archivedAtMs !== null, pinKind }
}

/** Waits of new devices, wrong PINs and sign-in windows. */
function classSignInStatus({ classes, failures, now }: ClassServiceNeeds) {
  const newDevices: ClassService['newDevices'] = async ({ code, letInUntilMs }) => {
    if (isLetIn(letInUntilMs, now())) return { newDevicesWait: false, letInUntil: letInUntilMs }
    const waits = await Promise.all(keysOf(code).map((key) => failures.strangersWait(key, now())))
    return { newDevicesWait: waits.includes(true), letInUntil: null }
  }

  const wrongPins: ClassService['wrongPins'] = async (home, inside) => {
    const ids = inside.filter(({ classId }) => classId === home.id).map(({ id }) => id)
    const wrong = await failures.wrongToday(ids.flatMap(keysOfStudent), now())
    const counted = ids.map((studentId) => ({
      studentId,
      today: keysOfStudent(studentId).reduce((sum, key) => sum + (wrong.get(key) ?? 0), 0),
    }))
    return counted.filter((each) => each.today >= TOLD_FROM)
  }

  const openSignInWindow = async (
    { id, kind, code }: ClassRecord,
    minutes: number,
  ): Promise<Answer<'letIn'>> => {
    const seconds = await failures.letIn(keyOfLetIn(id), now())
    if (seconds > 0) {
      const sentence = `You allowed new devices too many times. Get a new ${kind} code, or try again later.`
      throw new Refusal(429, 'too_many_requests', sentence, seconds)
    }
    for (const key of keysOf(code)) await failures.clearGuesses(key)
    const letInUntilMs = now() + minutes * 60_000
    await classes.changeClass(id, { letInUntilMs })
    return { newDevicesWait: false, letInUntil: letInUntilMs }
  }

  return { newDevices, wrongPins, letInAt: openSignInWindow }
}

/** The days on which a class was archived stay free when it is restored. */
async function addArchivedDays(
  { calendars, now }: Pick<ClassServiceNeeds, 'calendars' | 'now'>,
  { id, zone, archivedAtMs }: ClassRecord,
  change: ClassChange,
): Promise<void> {
  if (archivedAtMs === null || change.archivedAtMs !== null) return
  const days = { from: dayIn(zone, archivedAtMs), to: daysBefore(dayIn(zone, now()), 1) }
  if (days.from <= days.to) await calendars.addHoliday(id, days)
}

const TOO_MANY_CLASSES = `You can have up to ${MAX_CLASSES} classes. Archived ones count too.`

export function classService(needs: ClassServiceNeeds): ClassService {
  const { newDevices, wrongPins, letInAt } = classSignInStatus(needs)
  const { classes, gate, signOut, randomBelow, newId, now } = needs

  const find: ClassService['find'] = async (person, action, classId) => {
    const record = await classes.findClass(classId)
    const isTheirs = record !== null && may(person, action, { kind: 'class', ownerId: record.ownerId })
    if (!isTheirs) throw new Refusal(404, 'not_found', 'This class was deleted, or it isn’t yours.')
    return record
  }

  const fresh = (
    ownerId: string,
    { kind, name, pinKind, zone }: Pick<ClassRecord, 'kind' | 'name' | 'pinKind' | 'zone'>,
    code: string,
  ): ClassRecord => ({
    id: newId(),
    ownerId,
    kind,
    name,
    code,
    createdAtMs: now(),
    archivedAtMs: null,
    pinKind,
    letInUntilMs: null,
    zone,
  })

  const changed = (record: ClassRecord, change: ClassChange) => classes.changeClass(record.id, change)

  const family: ClassService['family'] = (parentId) =>
    withFreeCode(randomBelow, (code) => classes.familyOf(parentId, fresh(parentId, NEW_FAMILY, code)))

  const withNewCode = (record: ClassRecord): Promise<ClassRecord> =>
    withFreeCode(randomBelow, async (code) => (await changed(record, { code })) && { ...record, code })

  return {
    find,
    family,
    newDevices,
    wrongPins,

    list: async (person) =>
      (await classes.classesOf(person.id)).map((record) => ({
        ...classAnswer(record),
        children: record.children,
      })),

    make: async (person, { name, pinKind = USUAL_PIN_KIND, zone = DEFAULT_ZONE }) => {
      return withFreeCode(randomBelow, async (code) => {
        const record = fresh(
          person.id,
          { kind: 'class', name: plainName(name), pinKind, zone: zoneNamed(zone) },
          code,
        )
        const added = await classes.addClass(record, MAX_CLASSES)
        if (added === 'too_many') throw new Refusal(409, 'conflict', TOO_MANY_CLASSES)
        return added === 'added' && classAnswer(record)
      })
    },

    read: async (person, classId) => {
      const record = await find(person, 'see_class', classId)
      const inside = await gate.childrenOf(person, 'see_class', record)
      const children = inside.map((child) => childAnswer(person, child))
      const [doors, wrong] = await Promise.all([newDevices(record), wrongPins(record, inside)])
      return { ...classAnswer(record), ...doors, children, wrongPins: wrong }
    },

    change: async (person, classId, { name, archived }) => {
      const record = await find(person, 'change_class', classId)
      const change: ClassChange = {
        ...(name === undefined ? {} : { name: plainName(name) }),
        // Archiving again keeps the first date.
        ...(archived === undefined ? {} : { archivedAtMs: archived ? (record.archivedAtMs ?? now()) : null }),
      }
      await changed(record, change)
      await addArchivedDays(needs, record, change)
      if (archived && record.archivedAtMs === null) {
        const inside = await gate.childrenOf(person, 'see_class', record)
        await signOut(inside.map(({ id }) => id))
      }
      return classAnswer({ ...record, ...change })
    },

    newCode: async (person, classId) =>
      classAnswer(await withNewCode(await find(person, 'change_class', classId))),

    letIn: async (person, classId, minutes) => letInAt(await find(person, 'change_class', classId), minutes),

    newFamilyCode: async (parent) => ({ familyCode: (await withNewCode(await family(parent.id))).code }),

    letFamilyIn: async (parent, minutes) => letInAt(await family(parent.id), minutes),
  }
}
