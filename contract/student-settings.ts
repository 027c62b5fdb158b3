import * as z from 'zod/mini'
import { homeSettings, settingsChange, studentSettings } from './account-fields.ts'
import { BY_HAND, childInPath, classInPath, MAX_CHILDREN } from './classes.ts'
import { route } from './route.ts'

const classSettings = z.object({
  /** The class's. */
  name: z.string(),
  home: homeSettings,
  children: z.array(z.object({ studentId: z.string(), name: z.string(), settings: studentSettings })),
})

/** A child's settings for the owner of its home, who changes them as the child does (student.ts); the last change counts. */
export const settingsRoutes = {
  readChild: route({
    method: 'GET',
    path: '/api/children/:studentId/settings',
    params: childInPath,
    body: null,
    response: studentSettings,
    caller: 'signed_in',
    action: 'see_child',
    rateLimit: BY_HAND,
  }),
  putChild: route({
    method: 'POST',
    path: '/api/children/:studentId/settings',
    params: childInPath,
    body: settingsChange,
    response: studentSettings,
    caller: 'signed_in',
    action: 'change_child',
    rateLimit: BY_HAND,
  }),
  /** Whether the parents of a child let it be on public boards, also where its home is somebody else's. */
  putParentBoards: route({
    method: 'POST',
    path: '/api/children/:studentId/boards',
    params: childInPath,
    body: z.object({ boards: z.boolean() }),
    response: studentSettings,
    caller: 'signed_in',
    action: 'set_parent_boards',
    rateLimit: BY_HAND,
  }),
  /** What applies to the whole class, and to each of its children. */
  readClass: route({
    method: 'GET',
    path: '/api/classes/:classId/settings',
    params: classInPath,
    body: null,
    response: classSettings,
    caller: 'signed_in',
    action: 'see_class',
    rateLimit: BY_HAND,
  }),
  /** Changes what applies to the whole class, or the same settings of several of its children. */
  putClass: route({
    method: 'POST',
    path: '/api/classes/:classId/settings',
    params: classInPath,
    body: z.object({
      home: z.optional(z.partial(homeSettings)),
      children: z.optional(
        z.object({
          studentIds: z
            .array(z.string())
            .check(z.maxLength(MAX_CHILDREN, `must be at most ${MAX_CHILDREN} children`)),
          change: settingsChange,
        }),
      ),
    }),
    response: classSettings,
    caller: 'signed_in',
    action: 'change_class',
    rateLimit: BY_HAND,
  }),
} as const
