import { createHash } from 'node:crypto'
import type { Action } from '../../contract/actions.ts'
import { MAX_CLASSES } from '../../contract/classes.ts'
import type { classRoutes } from '../../contract/classes.ts'
import type { Output } from '../../contract/route.ts'
import { DEFAULT_ZONE, zoneNamed } from '../../domain/calendar.ts'
import { plainName } from '../../domain/child-name.ts'
import { isSignInWindowOpen } from '../../domain/class-guesses.ts'
import { dayIn } from '../../domain/day-in-zone.ts'
import { CLASS_CODE_LENGTH, newCode } from '../../domain/code.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { RandomBelow } from '../../domain/pin.ts'
import { REPORTED_WRONG_PINS } from '../../domain/sign-in-wait.ts'
import { Refusal } from '../http/errors.ts'
import type { CalendarStore } from '../storage/sql/accounts/calendar-store.ts'
import type { ClassStore } from '../storage/sql/accounts/class-store.ts'
import type { WrongPinStore } from '../storage/sql/accounts/wrong-pin-store.ts'
import type { ChildGate } from './child-gate.ts'
import { notPlaced, USUAL_PIN_KIND } from './child-adding.ts'
import { childAnswer } from './child-service.ts'
import { keyOfClassCodeInSchool, keyOfClassCode } from './child-sign-in.ts'
import type { ChildRecord, ClassChange, ClassRecord, NewChild } from './port.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { may, type Person } from './roles.ts'

type Answer<Name extends keyof typeof classRoutes> = Output<(typeof classRoutes)[Name]['response']>
type SignInStatus = Answer<'openSignInWindow'>
type Body<Name extends keyof typeof classRoutes> = Output<(typeof classRoutes)[Name]['body']>

type ClassServiceNeeds = {
  readonly classes: ClassStore
  readonly calendars: Pick<CalendarStore, 'addHoliday'>
  readonly gate: ChildGate
  readonly limits: Pick<SignInLimits, 'classGuesses' | 'signInWindows'>
  readonly wrongPins: WrongPinStore
  /** Signs children out on all devices. */
  readonly signOut: (studentIds: readonly string[]) => Promise<void>
  readonly randomBelow: RandomBelow
  readonly newId: () => string
  readonly now: () => number
}

type Find = (person: Person, action: Action, classId: string) => Promise<ClassRecord>

/** The children of a list that belong to one class. `home` is null for a class to make. */
type ListPart = Pick<Body<'addList'>['classes'][number], 'name' | 'grade'> & {
  readonly home: ClassRecord | null
  readonly children: readonly NewChild[]
}

/** How many codes are tried; with millions of classes, one in a hundred is taken. */
const MAX_DRAWS = 20

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

/** A class on the wire. */
export function classAnswer(record: ClassRecord): Answer<'make'> {
  const { id, name, code, createdAtMs, archivedAtMs, pinKind } = record
  return { id, name, code, createdAt: createdAtMs, archived: archivedAtMs !== null, pinKind }
}

/** Waits of new devices, wrong PINs and sign-in windows. */
function classSignInStatus({ classes, limits, wrongPins: stored, now }: ClassServiceNeeds) {
  /** Whether new devices have to wait to sign in here, and when the open sign-in window ends. */
  const newDevices = async ({ code, signInWindowUntilMs }: ClassRecord): Promise<SignInStatus> => {
    if (isSignInWindowOpen(signInWindowUntilMs, now()))
      return { newDevicesWait: false, signInWindowUntil: signInWindowUntilMs }
    const waits = await Promise.all(keysOf(code).map(limits.classGuesses.isWaiting))
    return { newDevicesWait: waits.includes(true), signInWindowUntil: null }
  }

  /** Children at home here with repeated wrong PINs today, and how many. */
  const wrongPins = async (home: ClassRecord, inside: readonly Pick<ChildRecord, 'id' | 'classId'>[]) => {
    const ids = inside.filter(({ classId }) => classId === home.id).map(({ id }) => id)
    const wrong = await stored.today(ids, now())
    const counted = ids.map((studentId) => ({ studentId, today: wrong.get(studentId) ?? 0 }))
    return counted.filter((each) => each.today >= REPORTED_WRONG_PINS)
  }

  const openSignInWindow = async (
    { id, kind, code, signInWindowUntilMs: untilMs }: ClassRecord,
    minutes: number,
  ): Promise<SignInStatus> => {
    const wishedUntilMs = now() + minutes * 60_000
    if (untilMs !== null && isSignInWindowOpen(untilMs, now())) {
      const signInWindowUntilMs = Math.max(untilMs, wishedUntilMs)
      await classes.changeClass(id, { signInWindowUntilMs })
      return { newDevicesWait: false, signInWindowUntil: signInWindowUntilMs }
    }
    // By id, so that a new code does not reset it.
    const seconds = await limits.signInWindows.charge(id)
    if (seconds > 0) {
      const sentence = `You allowed new devices too many times. Get a new ${kind} code, or try again later.`
      throw new Refusal(429, 'too_many_requests', sentence, seconds)
    }
    for (const key of keysOf(code)) await limits.classGuesses.clear(key)
    await classes.changeClass(id, { signInWindowUntilMs: wishedUntilMs })
    return { newDevicesWait: false, signInWindowUntil: wishedUntilMs }
  }

  return { newDevices, wrongPins, open: openSignInWindow }
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

/** The same for a repeated request, so that it finds the class that the first one made. */
function idOfRequest(ownerId: string, requestId: string, place: number): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerId, requestId, place]))
    .digest('base64url')
}

const TOO_MANY_CLASSES = `You can have up to ${MAX_CLASSES} classes. Archived ones count too.`

/** Making classes, with or without children. */
function classMaking({ classes, randomBelow, newId, now }: ClassServiceNeeds, find: Find) {
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
    signInWindowUntilMs: null,
    zone,
  })

  const calls = {
    make: (person: Person, { name, pinKind = USUAL_PIN_KIND, zone = DEFAULT_ZONE }: Body<'make'>) =>
      withFreeCode(randomBelow, async (code) => {
        const values = { kind: 'class', name: plainName(name), pinKind, zone: zoneNamed(zone) } as const
        const record = fresh(person.id, values, code)
        const added = await classes.addClass(record, MAX_CLASSES)
        if (added === 'too_many') throw new Refusal(409, 'conflict', TOO_MANY_CLASSES)
        return added === 'added' && classAnswer(record)
      }),

    /** Adds children to new and existing classes, all or none, for a person who may. Idempotent by request id. */
    addList: async (
      person: Person,
      { zone = DEFAULT_ZONE, requestId }: Pick<Body<'addList'>, 'zone' | 'requestId'>,
      parts: readonly ListPart[],
    ) => {
      const added = await withFreeCode(randomBelow, async (code) => {
        const classesOfList = parts.map(({ home, name, grade = 'unknown', children }, place) => {
          if (home !== null) return { id: home.id, fresh: null, children }
          const id = idOfRequest(person.id, requestId, place)
          const values = { kind: 'class', name: plainName(name), pinKind: USUAL_PIN_KIND } as const
          const ownCode = place === 0 ? code : newCode(CLASS_CODE_LENGTH, randomBelow)
          const record = fresh(person.id, { ...values, zone: zoneNamed(zone) }, ownCode)
          return { id, fresh: { ...record, id, grade }, children }
        })
        const list = { ownerId: person.id, classes: classesOfList, requestId, nowMs: now() }
        const result = await classes.addList(list, MAX_CLASSES)
        return result !== 'code_taken' && result
      })
      if (added === 'too_many') throw new Refusal(409, 'conflict', TOO_MANY_CLASSES)
      if (added.kind !== 'done') throw notPlaced(added)
      return Promise.all(
        added.classes.map(async ({ id, studentIds }) => ({
          home: await find(person, 'add_children', id),
          studentIds,
        })),
      )
    },
  }
  return { fresh, calls }
}

/** Managing classes and families. Other adults' classes get the same 404 as nonexistent ones. */
export function classService(needs: ClassServiceNeeds) {
  const { newDevices, wrongPins, open } = classSignInStatus(needs)
  const { classes, gate, signOut, randomBelow, now } = needs

  /** Returns the class if the person may do this, else throws a 404 Refusal. */
  const find: Find = async (person, action, classId) => {
    const record = await classes.findClass(classId)
    if (!record || !may(person, action, { kind: 'class', ownerId: record.ownerId }))
      throw new Refusal(404, 'not_found', 'This class was deleted, or it isn’t yours.')
    return record
  }

  const { fresh, calls } = classMaking(needs, find)

  const changed = (record: ClassRecord, change: ClassChange) => classes.changeClass(record.id, change)

  /** A parent's family, created on first use. */
  const family = (parentId: string) =>
    withFreeCode(randomBelow, (code) => classes.familyOf(parentId, fresh(parentId, NEW_FAMILY, code)))

  const withNewCode = (record: ClassRecord): Promise<ClassRecord> =>
    withFreeCode(randomBelow, async (code) => (await changed(record, { code })) && { ...record, code })

  return {
    ...calls,
    find,
    family,

    /** The same, but throws a 409 Refusal for an archived class. */
    findActive: async (person: Person, action: Action, classId: string) => {
      const record = await find(person, action, classId)
      if (record.archivedAtMs !== null) throw notPlaced({ kind: 'archived' })
      return record
    },

    newDevices,
    wrongPins,

    list: async (person: Person) =>
      (await classes.classesOf(person.id)).map((record) => ({
        ...classAnswer(record),
        children: record.children,
      })),

    read: async (person: Person, classId: string) => {
      const record = await find(person, 'see_class', classId)
      const inside = await gate.childrenOf(person, 'see_class', record)
      const children = inside.map((child) => childAnswer(person, child))
      const [devices, wrong] = await Promise.all([newDevices(record), wrongPins(record, inside)])
      return { ...classAnswer(record), ...devices, children, wrongPins: wrong }
    },

    change: async (person: Person, classId: string, { name, archived }: Body<'change'>) => {
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

    newCode: async (person: Person, classId: string) =>
      classAnswer(await withNewCode(await find(person, 'change_class', classId))),

    /** Opens a sign-in window of some minutes, in which strangers' guesses do not matter. Throws a 429 Refusal when done too often. */
    openSignInWindow: async (person: Person, classId: string, minutes: number) =>
      open(await find(person, 'change_class', classId), minutes),

    newFamilyCode: async (parent: Person) => ({
      familyCode: (await withNewCode(await family(parent.id))).code,
    }),

    /** As `openSignInWindow`, for the parent's own family. */
    openFamilySignInWindow: async (parent: Person, minutes: number) => open(await family(parent.id), minutes),
  }
}

export type ClassService = ReturnType<typeof classService>
