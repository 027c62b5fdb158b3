import { addedChildren, madeClass, signedIn, signedUp, type MadeChild } from './accounts.ts'
import type { RunningApp } from './app.ts'
import { Browser } from './browser-user.ts'
import { newToken } from './guest-calls.ts'
import { beginBody } from './student-calls.ts'

/** All callers, in the order of the role table. */
export const CALLERS = [
  'stranger',
  'guest',
  'student',
  'otherStudent',
  'teacher',
  'otherTeacher',
  'parent',
  'otherParent',
] as const

export type Caller = (typeof CALLERS)[number]

/**
 * A school with one of each: the student is Ana, in the teacher's class, and the parent is her guardian; Kim is of the parent's own
 * family; the other student is in the other teacher's class.
 */
export type RoleWorld = {
  readonly callers: Readonly<Record<Caller, Browser>>
  readonly guestToken: string
  readonly classId: string
  readonly secondClassId: string
  readonly classCode: string
  readonly ana: MadeChild
  /** A practice session that Ana has started. */
  readonly anasSessionId: string
  readonly kim: MadeChild
  /** A child in the teacher's class without another adult, with a different name each time. */
  spare(): Promise<MadeChild>
  /** A code that makes its user Ana's guardian. */
  linkCode(): Promise<string>
}

async function childIn(teacher: Browser, classId: string, name: string): Promise<MadeChild> {
  const [child] = await addedChildren(teacher, classId, [name])
  if (!child) throw new Error('one was made')
  return child
}

export async function roleWorld(app: RunningApp): Promise<RoleWorld> {
  const [teacher, otherTeacher] = [await signedUp(app, 'teacher'), await signedUp(app, 'teacher')]
  const [parent, otherParent] = [await signedUp(app, 'parent'), await signedUp(app, 'parent')]
  const own = await madeClass(teacher)
  const second = await madeClass(teacher, '4a')
  const others = await madeClass(otherTeacher)
  const ana = await childIn(teacher, own.id, 'Ana')
  const other = await childIn(otherTeacher, others.id, 'Otto')
  const linkCode = async (): Promise<string> => {
    const { json } = await teacher.post(`/api/children/${ana.id}/link-code`)
    return (json as { code: string }).code
  }
  await parent.post('/api/children/link', { code: await linkCode() })
  const made = await parent.post('/api/children', { name: 'Kim' })
  const [kim] = (made.json as { children: MadeChild[] }).children
  if (!kim) throw new Error('one was made')
  const guestToken = newToken()
  const guest = new Browser(app)
  await guest.post('/api/guest/session', { sessionToken: guestToken, nickname: 'SwiftFox42' })
  let spares = 0
  const student = await signedIn(app, own.code, ana)
  const session = beginBody()
  await student.post('/api/practice/sessions', session)
  return {
    anasSessionId: session.id,
    callers: {
      stranger: new Browser(app),
      guest,
      student,
      otherStudent: await signedIn(app, others.code, other),
      teacher,
      otherTeacher,
      parent,
      otherParent,
    },
    guestToken,
    classId: own.id,
    secondClassId: second.id,
    classCode: own.code,
    ana,
    kim,
    spare: () => childIn(teacher, own.id, `Spare ${(spares += 1)}`),
    linkCode,
  }
}
