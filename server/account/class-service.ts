import { createHash } from 'node:crypto'
import type { Action } from '../../contract/actions.ts'
import { MOST_CLASSES } from '../../contract/account-limits.ts'
import type { childRoutes, classRoutes } from '../../contract/classes.ts'
import type { Output } from '../../contract/route.ts'
import { plainName } from '../../domain/child-name.ts'
import { CLASS_CODE_LENGTH, newCode } from '../../domain/code.ts'
import type { RandomBelow } from '../../domain/pin.ts'
import { Refusal } from '../operations/errors.ts'
import { childAnswer } from './child-service.ts'
import { keyOfCode } from './child-sign-in.ts'
import type { ChildStore, ClassChange, ClassRecord, ClassStore, SignInFailureStore } from './port.ts'
import { may, type Person } from './roles.ts'

type Answer<Name extends keyof typeof classRoutes> = Output<(typeof classRoutes)[Name]['answer']>
type FamilyAnswer<Name extends keyof typeof childRoutes> = Output<(typeof childRoutes)[Name]['answer']>
type Body<Name extends keyof typeof classRoutes> = Output<(typeof classRoutes)[Name]['body']>

export type ClassServiceNeeds = {
  readonly classes: ClassStore
  readonly children: ChildStore
  readonly failures: Pick<SignInFailureStore, 'strangersWait' | 'letIn'>
  readonly randomBelow: RandomBelow
  readonly newId: () => string
  readonly now: () => number
}

/** What the server does for a teacher's classes. A class that is another's is as unknown as one that is not there. */
export type ClassService = {
  list(person: Person): Promise<Answer<'list'>>
  make(person: Person, body: Body<'make'>): Promise<Answer<'make'>>
  read(person: Person, classId: string): Promise<Answer<'read'>>
  change(person: Person, classId: string, body: Body<'change'>): Promise<Answer<'change'>>
  newCode(person: Person, classId: string): Promise<Answer<'newCode'>>
  /** Lets children sign in on new devices for which there were too many wrong PINs. Throws a 429 Refusal when done too often. */
  letIn(person: Person, classId: string): Promise<Answer<'letIn'>>
  /** The class if this person may do this to it. Throws a 404 Refusal otherwise. */
  find(person: Person, action: Action, classId: string): Promise<ClassRecord>
  /** A parent's family, made when it is first asked for. */
  family(parentId: string): Promise<ClassRecord>
  newFamilyCode(parent: Person): Promise<FamilyAnswer<'newCode'>>
  /** As `letIn`, for the parent's own family. */
  letFamilyIn(parent: Person): Promise<FamilyAnswer<'letIn'>>
  /** Whether new devices have to wait to sign in a child of this class or family. */
  newDevicesWait(home: ClassRecord): Promise<boolean>
}

/** Codes that are drawn before giving up: with millions of classes, one in a hundred is another's already. */
const MOST_DRAWS = 20

/** Draws codes until one is nobody's yet. */
export async function withFreeCode<T>(
  randomBelow: RandomBelow,
  attempt: (code: string) => Promise<T | null | false>,
): Promise<T> {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const made = await attempt(newCode(CLASS_CODE_LENGTH, randomBelow))
    if (made) return made
  }
  throw new Error('no free class code was found')
}

/** Where it is counted how often new devices were let in, whatever the code of the class or family is. */
function keyOfLetIn(classId: string): string {
  return `let-in:${createHash('sha256').update(classId).digest('hex')}`
}

function classAnswer({ id, name, code, createdAtMs, archivedAtMs }: ClassRecord): Answer<'make'> {
  return { id, name, code, createdAt: createdAtMs, archived: archivedAtMs !== null }
}

/** The calls of classes over their stores. */
export function classService(needs: ClassServiceNeeds): ClassService {
  const { classes, children, failures, randomBelow, newId, now } = needs

  const find: ClassService['find'] = async (person, action, classId) => {
    const record = await classes.findClass(classId)
    const isTheirs = record !== null && may(person, action, { kind: 'class', ownerId: record.ownerId })
    if (!isTheirs) throw new Refusal(404, 'not_found', 'There is no such class of yours.')
    return record
  }

  const fresh = (ownerId: string, kind: ClassRecord['kind'], name: string, code: string): ClassRecord => ({
    id: newId(),
    ownerId,
    kind,
    name,
    code,
    createdAtMs: now(),
    archivedAtMs: null,
  })

  const changed = (record: ClassRecord, change: ClassChange): Promise<boolean> =>
    classes.changeClass(record.id, change)

  const newDevicesWait: ClassService['newDevicesWait'] = ({ code }) =>
    failures.strangersWait(keyOfCode(code), now())

  const family: ClassService['family'] = (parentId) =>
    withFreeCode(randomBelow, (code) => classes.familyOf(parentId, fresh(parentId, 'family', '', code)))

  const withNewCode = (record: ClassRecord): Promise<ClassRecord> =>
    withFreeCode(randomBelow, async (code) => (await changed(record, { code })) && { ...record, code })

  const letInAt = async ({ id, kind, code }: ClassRecord): Promise<Answer<'letIn'>> => {
    const seconds = await failures.letIn(keyOfCode(code), keyOfLetIn(id), now())
    if (seconds > 0) {
      const sentence = `New devices were let in too often. Make a new ${kind} code, or try again later.`
      throw new Refusal(429, 'too_many_requests', sentence, seconds)
    }
    return { newDevicesWait: false }
  }

  return {
    find,
    family,
    newDevicesWait,

    list: async (person) =>
      (await classes.classesOf(person.id)).map((record) => ({
        ...classAnswer(record),
        children: record.children,
      })),

    make: async (person, { name }) => {
      if ((await classes.classesOf(person.id)).length >= MOST_CLASSES) {
        throw new Refusal(409, 'conflict', `A teacher has at most ${MOST_CLASSES} classes.`)
      }
      return withFreeCode(randomBelow, async (code) => {
        const record = fresh(person.id, 'class', plainName(name), code)
        return (await classes.addClass(record)) && classAnswer(record)
      })
    },

    read: async (person, classId) => {
      const record = await find(person, 'see_class', classId)
      const inside = (await children.childrenOf(classId)).map((child) => childAnswer(person, child))
      return { ...classAnswer(record), children: inside, newDevicesWait: await newDevicesWait(record) }
    },

    change: async (person, classId, { name, archived }) => {
      const record = await find(person, 'change_class', classId)
      const change: ClassChange = {
        ...(name === undefined ? {} : { name: plainName(name) }),
        // Archiving twice keeps the first date.
        ...(archived === undefined ? {} : { archivedAtMs: archived ? (record.archivedAtMs ?? now()) : null }),
      }
      await changed(record, change)
      return classAnswer({ ...record, ...change })
    },

    newCode: async (person, classId) =>
      classAnswer(await withNewCode(await find(person, 'change_class', classId))),

    letIn: async (person, classId) => letInAt(await find(person, 'change_class', classId)),

    newFamilyCode: async (parent) => ({ familyCode: (await withNewCode(await family(parent.id))).code }),

    letFamilyIn: async (parent) => letInAt(await family(parent.id)),
  }
}
