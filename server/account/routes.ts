import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountRoutes } from '../../contract/account.ts'
import { classRoutes } from '../../contract/classes.ts'
import type { Bind } from '../operations/bind.ts'
import { Refusal } from '../operations/errors.ts'
import type { AdultData } from './adult-data.ts'
import { keyOfEmail, type AdultService, type Browser, type Entered } from './adult-service.ts'
import type { childSignIn } from './child-sign-in.ts'
import { bindChildRoutes, type ChildRouteNeeds } from './child-routes.ts'
import { personOf } from './person-of.ts'
import type { ChildStore } from './port.ts'

export type AccountServices = ChildRouteNeeds & {
  readonly adults: AdultService
  readonly adultData: AdultData
  readonly signInChild: ReturnType<typeof childSignIn>
  readonly names: Pick<ChildStore, 'findNames'>
  readonly playerTokenOf: (studentId: string) => string
  readonly sendsMail: boolean
  readonly browserOf: (request: FastifyRequest) => Browser
}

const DONE = { done: true } as const

function keepCookies(reply: FastifyReply, setCookies: readonly string[]): void {
  if (setCookies.length > 0) reply.header('set-cookie', setCookies)
}

function entered<Next extends string>(
  reply: FastifyReply,
  { next, setCookies }: Entered<Next>,
): { next: Next } {
  keepCookies(reply, setCookies)
  return { next }
}

function bindDoor(bind: Bind, services: AccountServices): void {
  const { adults, signInChild, sendsMail, browserOf } = services
  bind(accountRoutes.readDoor, { answer: async () => ({ sendsMail }) })
  bind(accountRoutes.signUp, {
    player: ({ body }) => keyOfEmail(body.email),
    answer: async ({ body }, _player, request, reply) =>
      entered(reply, await adults.signUp(body, browserOf(request))),
  })
  bind(accountRoutes.verify, {
    answer: async ({ body }, _player, request, reply) =>
      entered(reply, await adults.verify(body, browserOf(request))),
  })
  bind(accountRoutes.verifyAgain, {
    player: ({ body }) => keyOfEmail(body.email),
    answer: async ({ body }) => {
      await adults.verifyAgain(body)
      return DONE
    },
  })
  bind(accountRoutes.signIn, {
    answer: async ({ body }, _player, request, reply) =>
      entered(reply, await adults.signIn(body, browserOf(request))),
  })
  bind(accountRoutes.signOut, {
    answer: async (_input, _player, request, reply) => {
      keepCookies(reply, (await adults.signOut(browserOf(request))).setCookies)
      return DONE
    },
  })
  bind(accountRoutes.askForReset, {
    player: ({ body }) => keyOfEmail(body.email),
    answer: async ({ body }) => {
      await adults.askForReset(body)
      return DONE
    },
  })
  bind(accountRoutes.resetPassword, {
    answer: async ({ body }) => {
      await adults.resetPassword(body)
      return DONE
    },
  })
  bind(accountRoutes.signInChild, {
    answer: async ({ body }, _player, request, reply) =>
      entered(reply, await signInChild(body, browserOf(request))),
  })
}

function bindMe(bind: Bind, services: AccountServices): void {
  const { adults, adultData, names, playerTokenOf, browserOf } = services
  bind(accountRoutes.ownData, { answer: (_input, _player, request) => adultData.file(personOf(request)) })
  bind(accountRoutes.closeAccount, {
    answer: async ({ body }, _player, request, reply) => {
      await adultData.close(personOf(request), body.password)
      keepCookies(reply, (await adults.signOut(browserOf(request))).setCookies)
      return DONE
    },
  })
  bind(accountRoutes.me, {
    answer: async (_input, _player, request, reply) => {
      const { id, role, name } = personOf(request)
      if (role !== 'student') {
        // The one call with which a session is made to last: its answer is where new cookies are kept.
        const known = await adults.whoIs(browserOf(request), true)
        keepCookies(reply, known?.setCookies ?? [])
        return { id, role, name, nickname: null, playerToken: null }
      }
      const called = await names.findNames(id)
      if (!called) throw new Refusal(401, 'unauthorized', 'Unauthorized')
      return { id, role, ...called, playerToken: playerTokenOf(id) }
    },
  })
}

function bindClasses(bind: Bind, { classes, children }: AccountServices): void {
  bind(classRoutes.list, { answer: (_input, _player, request) => classes.list(personOf(request)) })
  bind(classRoutes.make, { answer: ({ body }, _player, request) => classes.make(personOf(request), body) })
  bind(classRoutes.read, {
    answer: ({ params }, _player, request) => classes.read(personOf(request), params.classId),
  })
  bind(classRoutes.change, {
    answer: ({ params, body }, _player, request) => classes.change(personOf(request), params.classId, body),
  })
  bind(classRoutes.newCode, {
    answer: ({ params }, _player, request) => classes.newCode(personOf(request), params.classId),
  })
  bind(classRoutes.letIn, {
    answer: ({ params }, _player, request) => classes.letIn(personOf(request), params.classId),
  })
  bind(classRoutes.addChildren, {
    answer: async ({ params, body }, _player, request) => {
      const home = await classes.find(personOf(request), 'add_children', params.classId)
      return children.add(home, body.names, body.pinKind, null)
    },
  })
  bind(classRoutes.removeChild, {
    answer: ({ params: { classId, studentId }, body }, _player, request) =>
      children.remove(personOf(request), classId, studentId, body.toParent, classes.family),
  })
}

/** The wire of accounts, classes and children. */
export function bindAccountRoutes(bind: Bind, services: AccountServices): void {
  bindDoor(bind, services)
  bindMe(bind, services)
  bindClasses(bind, services)
  bindChildRoutes(bind, services)
}
