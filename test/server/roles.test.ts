import { expect, test } from 'vitest'
import { ACTIONS } from '../../contract/actions.ts'
import { may, mayEver, ROLES, type Person, type AccessTarget } from '../../server/account/roles.ts'
import { startApp } from '../factories/app.ts'
import { builtPages } from '../factories/built-pages.ts'
import { ROLE_TABLE } from '../factories/role-table.ts'
import { CALLERS, roleWorld } from '../factories/role-world.ts'
import { routesWhile } from '../factories/routes-of-app.ts'

/** Where every unknown call ends. */
const NO_CALL: readonly string[] = ['/api', '/api/*', '/*']

function verdictOf(status: number): string {
  return [401, 403, 404].includes(status) || status >= 500 ? String(status) : 'yes'
}

test('[ACC-24] every route responds to every role as the table says, and none is missing from it', async () => {
  const { made: app, routes } = await routesWhile(() => startApp({ webDir: builtPages() }))
  const world = await roleWorld(app)
  const rows = new Set(ROLE_TABLE.map(([route]) => route))
  expect([...rows].filter((route) => !routes.includes(route))).toEqual([])

  for (const route of routes.filter((known) => !rows.has(known))) {
    const [method = '', url = ''] = route.split(' ')
    const path = url.replace(/:\w+/g, 'x').replace('*', 'x')
    const { status, json } = await app.get(path, { method })
    // What is no call at all needs no row: it answers nobody. A call that finds nothing says so in other words.
    const isNoCall = status === 405 || (status === 404 && NO_CALL.includes(url))
    expect(
      isNoCall,
      `${route} has no row in the table of roles, and answers ${status} ${JSON.stringify(json)}`,
    ).toBe(true)
  }

  for (const [route, send, verdicts] of ROLE_TABLE) {
    const [method] = route.split(' ')
    const found: string[] = []
    for (const caller of CALLERS) {
      const { path, body } = await send(world)
      const answer = await world.callers[caller].call(method as 'GET', path, body)
      found.push(verdictOf(answer.status))
    }
    expect.soft(`${route} ${found.join(' ')}`).toBe(`${route} ${verdicts}`)
  }
  // Over a thousand calls.
}, 240_000)

const OWNER: Person = { id: 'owner', role: 'teacher', name: '' }
const CHILD: AccessTarget = { kind: 'child', id: 'ana', ownerId: 'owner', guardianIds: ['mum', 'dad'] }
const CLASS: AccessTarget = { kind: 'class', ownerId: 'owner' }

const MAY_LOOK: Readonly<Record<string, readonly string[]>> = {
  mum: [
    'see_child',
    'see_children',
    'see_progress',
    'see_child_data',
    'set_announcements',
    'set_parent_boards',
    'link_child',
    'unlink_child',
  ],
  ana: ['see_child'],
}

test("[ACC-25] nobody can use another owner's rights on a class or child", () => {
  const people: Person[] = [
    ...ROLES.map((role) => ({ id: 'somebody', role, name: '' })),
    { id: 'mum', role: 'parent', name: '' },
    { id: 'ana', role: 'student', name: '' },
  ]
  for (const action of ACTIONS) {
    for (const person of people) {
      const isAllowed = [CLASS, CHILD].map((target) => may(person, action, target))
      const mayLook = MAY_LOOK[person.id]?.includes(action) ?? false
      expect(isAllowed, `${person.id} ${person.role} ${action}`).toEqual([false, mayLook])
    }
    expect(may(OWNER, action, CLASS)).toBe(mayEver('teacher', action))
  }
})

test('[ACC-25] being an owner in the database does not allow what the role may never do', () => {
  for (const action of ACTIONS) {
    const student: Person = { id: 'owner', role: 'student', name: '' }
    expect(may(student, action, CHILD)).toBe(mayEver('student', action))
  }
  expect(mayEver('student', 'change_child')).toBe(false)
  expect(mayEver('parent', 'add_children')).toBe(false)
  expect(mayEver(null, 'see_self')).toBe(false)
})
