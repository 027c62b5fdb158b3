import { expect, test } from 'vitest'
import { startApp } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { ROLE_TABLE } from '../factories/role-table.ts'
import { roleWorld, type RoleWorld } from '../factories/role-world.ts'

/** Done by nobody in the table; handing over would sign the parent out (hand-over.test.ts). */
const NOT_WALKED: readonly string[] = [
  'DELETE /api/children/:studentId/guardians/:parentId',
  'POST /api/children/:studentId/hand-over',
]

/** The adult's own file holds the ids of linked children and nothing else of them. */
const NAMES_NO_CHILD: readonly string[] = ['GET /api/account/data']

test("[RET-4] every route that returns or changes a child's data leaves a row in the access log", async () => {
  const app = await startApp()
  const world = await roleWorld(app)
  const spares: string[] = []
  const known: RoleWorld = {
    ...world,
    spare: async () => {
      const made = await world.spare()
      spares.push(made.id, made.nickname)
      return made
    },
  }
  const rowsSince = async (nowMs: number) =>
    ((await everyTable(app.database)).get('child_access') ?? []).filter(
      (row) => Number(row['at_ms']) === nowMs,
    )
  const touching = new Set<string>()
  for (const [route, send] of ROLE_TABLE) {
    for (const caller of ['teacher', 'parent', 'otherTeacher', 'otherParent'] as const) {
      const { path, body } = await send(known)
      // What the preparation has left behind is of another time.
      app.clock.nowMs += 600_000
      const answer = await world.callers[caller].call(route.split(' ')[0] as 'GET', path, body)
      if (answer.status >= 400) continue
      const children = [world.ana.id, world.ana.nickname, world.kim.id, world.kim.nickname, ...spares]
      const shows = children.some((text) => `${path} ${answer.text}`.includes(text))
      if (!shows || NAMES_NO_CHILD.includes(route)) continue
      touching.add(route)
      expect(await rowsSince(app.clock.nowMs), `${caller}: ${route} leaves no row`).not.toEqual([])
    }
  }
  // It would find nothing wrong if it found nothing.
  expect(touching.size).toBeGreaterThan(20)
  for (const route of ROLE_TABLE.map(([one]) => one).filter((one) => one.includes(':studentId'))) {
    expect([...touching, ...NOT_WALKED]).toContain(route)
  }
}, 240_000)
