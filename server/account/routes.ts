import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountRoutes, sessionRoutes, type SignUpRule } from '../../contract/account.ts'
import { securityRoutes } from '../../contract/account-security.ts'
import { childRoutes } from '../../contract/children.ts'
import { classRoutes } from '../../contract/classes.ts'
import { animalOf } from '../../domain/nickname.ts'
import { plainCode } from '../../domain/code.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { ChildStore } from '../storage/sql/accounts/child-store.ts'
import type { AdultData } from './adult-data.ts'
import { keyOfEmail, type AdultService, type SignInOutcome, type BrowserConnection } from './adult-service.ts'
import type { AdultSecurity } from './adult-security.ts'
import { classAnswer } from './class-service.ts'
import type { childSignIn } from './child-sign-in.ts'
import { bindChildRoutes, type ChildRouteNeeds } from './child-routes.ts'
import type { HandOver } from './hand-over.ts'
import type { Passkeys } from './passkeys.ts'
import { bindExportRoutes, type ExportRouteNeeds } from './export-routes.ts'
import { personOf } from '../http/person-of.ts'
import type { TwoStepSignIn } from './two-step-sign-in.ts'
import type { Person } from './roles.ts'

export type AccountServices = ChildRouteNeeds &
  ExportRouteNeeds & {
    readonly adults: AdultService
    readonly adultData: AdultData
    readonly security: AdultSecurity
    readonly twoStepSignIn: TwoStepSignIn
    readonly passkeys: Passkeys
    readonly signInChild: ReturnType<typeof childSignIn>
    readonly handOver: HandOver
    readonly names: Pick<ChildStore, 'findNames' | 'findClassToSignIn'>
    /** The id on a student's card. */
    readonly cardOf: (studentId: string) => string
    /** Records the adult's consent to this version of the statements. */
    readonly consent: (adult: Person, version: number) => Promise<void>
    readonly recordActivity: (personId: string) => Promise<void>
    readonly tokenInRound: (studentId: string, round: number) => string
    /** The region that a player competes for, by token. */
    readonly regionOf: (token: string) => Promise<{ readonly country: string; readonly state: string }>
    readonly sendsMail: boolean
    readonly signUp: SignUpRule
    readonly browserOf: (request: FastifyRequest) => BrowserConnection
  }

const DONE = { done: true } as const

function addCookies(reply: FastifyReply, setCookies: readonly string[]): void {
  if (setCookies.length > 0) reply.header('set-cookie', setCookies)
}

function sendResult<Next extends string>(
  reply: FastifyReply,
  { next, setCookies }: SignInOutcome<Next>,
): { next: Next } {
  addCookies(reply, setCookies)
  return { next }
}

function bindSignIn(bind: Bind, services: AccountServices): void {
  const { adults, names, cardOf, twoStepSignIn, signInChild, sendsMail, signUp, browserOf } = services
  bind(accountRoutes.readSettings, { answer: async () => ({ sendsMail, signUp }) })
  bind(accountRoutes.signUp, {
    player: ({ body }) => keyOfEmail(body.email),
    answer: async ({ body }, _player, request, reply) =>
      sendResult(reply, await adults.signUp(body, browserOf(request))),
  })
  bind(accountRoutes.verify, {
    answer: async ({ body }, _player, request, reply) =>
      sendResult(reply, await adults.verify(body, browserOf(request))),
  })
  bind(accountRoutes.verifyAgain, {
    player: ({ body }) => keyOfEmail(body.email),
    answer: async ({ body }) => {
      await adults.verifyAgain(body)
      return DONE
    },
  })
  bind(accountRoutes.signIn, {
    named: ({ body }) => keyOfEmail(body.email),
    isKnown: ({ body }, request) => adults.isKnown(body.email, browserOf(request)),
    answer: async ({ body }, _player, request, reply) =>
      sendResult(reply, await adults.signIn(body, browserOf(request))),
  })
  bind(accountRoutes.signInCode, {
    answer: async ({ body }, _player, request, reply) =>
      sendResult(reply, await twoStepSignIn.signIn(body, browserOf(request))),
  })
  bind(sessionRoutes.signOut, {
    answer: async (_input, _player, request, reply) => {
      addCookies(reply, (await adults.signOut(browserOf(request))).setCookies)
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
    answer: async ({ body }, _player, request) => {
      await adults.resetPassword(body, browserOf(request))
      return DONE
    },
  })
  bind(accountRoutes.readClass, {
    answer: async ({ body }) => {
      const found = await names.findClassToSignIn(plainCode(body.code))
      const children = (found?.children ?? []).flatMap(({ id, nickname, color }) => {
        const animal = animalOf(nickname)
        return animal === null ? [] : [{ card: cardOf(id), animal, color }]
      })
      // By card, because the order of the class might tell who is who.
      return {
        pinKind: found?.pinKind ?? 'digits',
        children: children.toSorted((a, b) => (a.card < b.card ? -1 : 1)),
      }
    },
  })
  bind(accountRoutes.signInChild, {
    named: ({ body }) => plainCode(body.code),
    answer: async ({ body }, _player, request, reply) =>
      sendResult(reply, await signInChild(body, browserOf(request))),
  })
}

function bindHandOver(bind: Bind, { handOver, browserOf }: AccountServices): void {
  bind(childRoutes.handOver, {
    answer: async ({ params }, _player, request, reply) => {
      const { email, setCookies } = await handOver(personOf(request), params.studentId, browserOf(request))
      addCookies(reply, setCookies)
      return { email }
    },
  })
}

function bindMe(bind: Bind, services: AccountServices): void {
  const { adults, adultData, consent, names, recordActivity: saw } = services
  const { tokenInRound, regionOf, browserOf } = services
  bind(accountRoutes.ownData, { answer: (_input, _player, request) => adultData.file(personOf(request)) })
  bind(accountRoutes.consent, {
    answer: async ({ body: { version } }, _player, request) => {
      await consent(personOf(request), version)
      return DONE
    },
  })
  bind(accountRoutes.closeAccount, {
    answer: async ({ body }, _player, request, reply) => {
      await adultData.close(personOf(request), body.password, browserOf(request))
      addCookies(reply, (await adults.signOut(browserOf(request))).setCookies)
      return DONE
    },
  })
  bind(sessionRoutes.me, {
    answer: async (_input, _player, request, reply) => {
      const { id, role, name } = personOf(request)
      // A failed write must not prevent the page from opening; the next one records it.
      await saw(id).catch(() => undefined)
      if (role !== 'student') {
        // The only request that extends a session, because its response may set new cookies.
        const known = await adults.whoIs(browserOf(request), true)
        addCookies(reply, known?.setCookies ?? [])
        const region = { country: '', state: '' }
        return {
          id,
          role,
          name,
          nickname: null,
          color: null,
          playerToken: null,
          ...region,
          settings: null,
          zone: null,
        }
      }
      const called = await names.findNames(id)
      if (!called) throw new Refusal(401, 'unauthorized', 'Unauthorized')
      const { tokenRound, ...own } = called
      const playerToken = tokenInRound(id, tokenRound)
      return { id, role, ...own, playerToken, ...(await regionOf(playerToken)) }
    },
  })
}

function bindSecurity(bind: Bind, { security, browserOf }: AccountServices): void {
  bind(securityRoutes.read, {
    answer: (_input, _player, request) => security.read(personOf(request), browserOf(request)),
  })
  bind(securityRoutes.changePassword, {
    answer: async ({ body }, _player, request, reply) => {
      addCookies(reply, await security.changePassword(personOf(request), body, browserOf(request)))
      return DONE
    },
  })
  bind(securityRoutes.acceptInvitation, {
    answer: async ({ body }, _player, request) => {
      await security.acceptInvitation(personOf(request), body.code)
      return DONE
    },
  })
  bind(securityRoutes.endOthers, {
    answer: async (_input, _player, request) => {
      await security.endOthers(personOf(request), browserOf(request))
      return DONE
    },
  })
}

function bindTwoStepSignIn(bind: Bind, { twoStepSignIn, browserOf }: AccountServices): void {
  bind(securityRoutes.setUpTwoStepSignIn, {
    answer: ({ body }, _player, request) =>
      twoStepSignIn.begin(personOf(request), body.password, browserOf(request)),
  })
  bind(securityRoutes.confirmTwoStepSignIn, {
    answer: async ({ body }, _player, request, reply) => {
      const { setCookies } = await twoStepSignIn.confirm(personOf(request), body.code, browserOf(request))
      addCookies(reply, setCookies)
      return DONE
    },
  })
  bind(securityRoutes.turnOffTwoStepSignIn, {
    answer: async ({ body }, _player, request, reply) => {
      const { setCookies } = await twoStepSignIn.end(personOf(request), body.password, browserOf(request))
      addCookies(reply, setCookies)
      return DONE
    },
  })
  bind(securityRoutes.newRecoveryCodes, {
    answer: ({ body }, _player, request) =>
      twoStepSignIn.newRecoveryCodes(personOf(request), body.password, browserOf(request)),
  })
}

function bindPasskeys(bind: Bind, { passkeys, browserOf }: AccountServices): void {
  bind(accountRoutes.askForPasskey, {
    answer: async (_input, _player, request, reply) => {
      const { options, setCookies } = await passkeys.signInOptions(browserOf(request))
      addCookies(reply, setCookies)
      return { options }
    },
  })
  bind(accountRoutes.signInPasskey, {
    answer: async ({ body }, _player, request, reply) =>
      sendResult(reply, await passkeys.signIn(body.credential, browserOf(request))),
  })
  bind(securityRoutes.beginPasskey, {
    answer: async ({ body }, _player, request, reply) => {
      const { options, setCookies } = await passkeys.registrationOptions(
        personOf(request),
        body.password,
        browserOf(request),
      )
      addCookies(reply, setCookies)
      return { options }
    },
  })
  bind(securityRoutes.addPasskey, {
    answer: async ({ body }, _player, request) => {
      await passkeys.add(personOf(request), body.credential, browserOf(request))
      return DONE
    },
  })
  bind(securityRoutes.removePasskey, {
    answer: async ({ params, body }, _player, request) => {
      await passkeys.remove(personOf(request), params.passkeyId, body.password, browserOf(request))
      return DONE
    },
  })
}

function bindClasses(bind: Bind, { classes, children, signUpGate }: AccountServices): void {
  bind(classRoutes.list, { answer: (_input, _player, request) => classes.list(personOf(request)) })
  bind(classRoutes.make, { answer: ({ body }, _player, request) => classes.make(personOf(request), body) })
  bind(classRoutes.addList, {
    answer: async ({ body }, _player, request) => {
      const person = personOf(request)
      await signUpGate.admit(person.id)
      const parts = await Promise.all(
        body.classes.map(async ({ classId, names, ...rest }) => {
          const home = classId === null ? null : await classes.find(person, 'add_children', classId)
          return { ...rest, home, children: await children.drafts(person, names, home) }
        }),
      )
      const added = await classes.addList(person, body, parts)
      return {
        classes: await Promise.all(
          added.map(async ({ home, studentIds }) => ({
            class: classAnswer(home),
            children: await children.justAdded(person, home, studentIds),
          })),
        ),
      }
    },
  })
  bind(classRoutes.read, {
    answer: ({ params }, _player, request) => classes.read(personOf(request), params.classId),
  })
  bind(classRoutes.change, {
    answer: ({ params, body }, _player, request) => classes.change(personOf(request), params.classId, body),
  })
  bind(classRoutes.newCode, {
    answer: ({ params }, _player, request) => classes.newCode(personOf(request), params.classId),
  })
  bind(classRoutes.openSignInWindow, {
    answer: ({ params, body }, _player, request) =>
      classes.openSignInWindow(personOf(request), params.classId, body.minutes),
  })
  bind(classRoutes.readPins, {
    answer: async ({ params }, _player, request) => {
      const person = personOf(request)
      return children.readPins(person, await classes.find(person, 'see_pins', params.classId))
    },
  })
  bind(classRoutes.newPins, {
    answer: async ({ params, body }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'change_pins', params.classId)
      return children.newPins(person, home, body.pinKind)
    },
  })
  bind(classRoutes.addChildren, {
    answer: async ({ params, body }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'add_children', params.classId)
      await signUpGate.admit(person.id)
      return children.add(person, home, body)
    },
  })
  bind(classRoutes.moveChildren, {
    answer: async ({ params, body }, _player, request) => {
      const person = personOf(request)
      const from = await classes.find(person, 'move_child', params.classId)
      const to = await classes.find(person, 'change_class', body.toClassId)
      return children.move(person, from, body.studentIds, to)
    },
  })
  bind(classRoutes.removeChild, {
    answer: ({ params: { classId, studentId }, body }, _player, request) =>
      children.remove(personOf(request), classId, studentId, body.toParent, classes.family),
  })
}

/** The routes of accounts, classes and children. */
export function bindAccountRoutes(bind: Bind, services: AccountServices): void {
  bindSignIn(bind, services)
  bindHandOver(bind, services)
  bindMe(bind, services)
  bindSecurity(bind, services)
  bindTwoStepSignIn(bind, services)
  bindPasskeys(bind, services)
  bindClasses(bind, services)
  bindChildRoutes(bind, services)
  bindExportRoutes(bind, services)
}
