import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { SignUpRule } from '../../contract/account.ts'
import type { RetentionPolicy } from '../../domain/retention.ts'
import type { PlayerStore } from '../guest/port.ts'
import { inRanges } from '../http/callers.ts'
import type { AdmitSignedIn } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { Log } from '../ops/log.ts'
import { adultSecurity } from './adult-security.ts'
import { adultData } from './adult-data.ts'
import { adultService, keyOfEmail, keyOfKnown, type AdultVisitor } from './adult-service.ts'
import { createAuth, NO_PUBLIC_URL, readVerificationLink } from './auth.ts'
import { cardIdOf } from './card-id.ts'
import { childGate } from './child-gate.ts'
import { childService } from './child-service.ts'
import { childSignIn } from './child-sign-in.ts'
import { classService } from './class-service.ts'
import { boundedHashing } from './hashing.ts'
import { knownAdults } from './known-adults.ts'
import { withoutNobodys } from './nobodys-failures.ts'
import { keysOfCodes, secondStep as secondStepOf } from './second-step.ts'
import { signUpGate } from './sign-up-gate.ts'
import { signInLine } from './sign-in-line.ts'
import { passkeys as passkeysFor } from './passkeys.ts'
import { pinVault } from './pin-vault.ts'
import { knownBrowsers } from './known-browsers.ts'
import { MailQueue } from './mail-queue.ts'
import { passwordProof } from './prove-password.ts'
import { endRetired, playerTokens } from './player-tokens.ts'
import type { AccountStores, SendMail } from './port.ts'
import { secretRandomBelow } from './random-below.ts'
import { mayEver } from './roles.ts'
import type { AccountServices } from './routes.ts'

/** What accounts stand on. */
export type AccountsOfApp = AccountStores & {
  /** Signs cookies, and makes the token under which a student plays. */
  readonly secret: string
  /** Where this installation is reached, without a slash at the end; null where nobody has said. */
  readonly publicUrl: string | null
  /** Which adults may add children; all, where nobody has said. */
  readonly signUp?: SignUpRule | undefined
  /** Addresses and ranges in which children of a class never wait because of strangers. */
  readonly classNetworks: readonly string[]
  /** Null where this installation sends no mails. */
  readonly sendMail: SendMail | null
}

type AccountNeeds = AccountsOfApp & {
  readonly players: PlayerStore
  readonly siteName: string
  readonly retention: RetentionPolicy
  readonly log: Log
  readonly now: () => number
  readonly newPublicId: () => string
  readonly tokenHash: (token: string) => string
  /** Stands for a caller's network address; null for this machine itself. */
  readonly addressOf: (request: IncomingMessage) => string | null
  /** Ends what the player of this token is in, and takes nothing more in its name. */
  readonly endPlayer: (token: string) => Promise<void>
}

export type Accounts = {
  readonly services: Omit<AccountServices, 'practiceOf'>
  readonly admitSignedIn: AdmitSignedIn
  /** Students, as their practice knows them. */
  readonly students: {
    admit(request: FastifyRequest): Promise<string>
    playerOf(studentId: string): Promise<{ readonly token: string; readonly nickname: string }>
  }
  /** Resolves when no mail is under way any more, or soon after. */
  settled(): Promise<void>
}

/** A stopping server waits so long for mails under way; the whole of stopping has 10 s. */
const MAILS_WITHIN_MS = 3000

/** A new id of an adult's class or of a child. */
export const newId = (): string => randomBytes(16).toString('hex')

/** Accounts of one app, from what they stand on. */
export function accounts(needs: AccountNeeds): Accounts {
  const { database, secret, children, players, log, now, newPublicId, tokenHash } = needs
  const failures = withoutNobodys(needs.failures)
  const publicUrl = needs.publicUrl ?? NO_PUBLIC_URL
  const hashing = boundedHashing()
  const isInside = inRanges(needs.classNetworks)
  const vault = pinVault(secret)
  const gate = childGate({ children, accesses: needs.accesses, now })
  const line = signInLine(failures, now)
  const known = knownAdults(secret)
  const { signUp = 'open' } = needs
  const mayAdd = signUpGate({ rule: signUp, adults: needs.adults, now })
  const provePassword = passwordProof({ adults: needs.adults, line, hashing })
  const mails =
    needs.sendMail && new MailQueue({ send: needs.sendMail, siteName: needs.siteName, publicUrl, log })
  const onPasswordReset = async ({ id, email }: { id: string; email: string }): Promise<void> => {
    // Whoever may set a new password is the owner: the wrong answers were somebody else's, or forgotten ones.
    await failures.clear(keyOfEmail(email))
    await failures.clear(keyOfKnown(id))
    for (const key of keysOfCodes(id)) await failures.clear(key)
    // The link came by mail; another one may lie in a mailbox that was the reason for the new password.
    await needs.adults.addressProved(id)
  }
  const authOf = (secure: boolean) =>
    createAuth({
      database,
      secret,
      secure,
      publicUrl,
      siteName: needs.siteName,
      hashing,
      mails,
      onPasswordReset,
    })
  const auth = { secure: authOf(true), plain: authOf(false) }
  const isTls = publicUrl.startsWith('https:')
  const browserOf = (request: FastifyRequest): AdultVisitor => ({
    cookies: request.headers.cookie ?? '',
    isSecure: isTls || request.protocol === 'https',
    address: needs.addressOf(request.raw) ?? '',
    userAgent: request.headers['user-agent'],
    origin: request.headers.origin,
    isInside: isInside(request.ip),
    isGone: () => request.raw.socket.destroyed,
  })
  const cardOf = (studentId: string): string => cardIdOf(secret, studentId)
  const tokens = playerTokens({ secret, tokenHash, children })
  const { dataOf } = tokens
  const ended = endRetired(tokens, needs.endPlayer)
  const signOut = async (studentIds: readonly string[]): Promise<void> =>
    ended(await children.signOut(studentIds.map(tokens.hashesOf), now()))
  const adults = adultService({
    auth,
    failures,
    line,
    hashing,
    known,
    adults: needs.adults,
    readLink: (token) => readVerificationLink(secret, token),
    sendsMail: mails !== null,
    now,
  })
  const secondStep = secondStepOf({
    auth,
    adults: needs.adults,
    line,
    hashing,
    known,
    provePassword,
    sessionOf: adults.sessionOf,
    siteName: needs.siteName,
  })
  const passkeys = passkeysFor({
    auth,
    adults: needs.adults,
    known,
    provePassword,
    sessionOf: adults.sessionOf,
  })
  const randomBelow = secretRandomBelow
  const admitSignedIn: AdmitSignedIn = async (request, action) => {
    const known = await adults.whoIs(browserOf(request), false)
    if (!known) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    if (!mayEver(known.person.role, action)) {
      throw new Refusal(403, 'forbidden', 'Your account can’t do this.')
    }
    request.person = known.person
    request.signInId = known.signInId
    return known.person.id
  }

  return {
    services: {
      adults,
      signInChild: childSignIn({
        auth,
        children,
        classes: needs.classes,
        failures,
        line,
        players,
        hashing,
        vault,
        knownBrowsers: knownBrowsers(secret),
        tokensOf: tokens.hashesOf,
        cardOf,
        newPublicId,
        now,
      }),
      classes: classService({ classes: needs.classes, gate, failures, signOut, randomBelow, newId, now }),
      gate,
      children: childService({
        gate,
        consents: needs.consents,
        children,
        childData: needs.childData,
        vault,
        randomBelow,
        dataOf,
        cardOf,
        endPlayer: async (studentId) => needs.endPlayer(await tokens.now(studentId)),
        tokensOf: tokens.hashesOf,
        ended,
        newId,
        now,
      }),
      childData: needs.childData,
      dataOf,
      adultData: adultData({ adults: needs.adults, failures, provePassword }),
      secondStep,
      passkeys,
      security: adultSecurity({
        adults: needs.adults,
        provePassword,
        hashing,
        mayAdd,
        known,
        secondStep,
        passkeys,
        sessionOf: adults.sessionOf,
        now,
      }),
      consent: ({ id, role }, version) => {
        const kind = role === 'teacher' ? 'school' : 'guardian'
        return needs.consents.add(id, { version, kind, nowMs: now() })
      },
      saw: (personId) => needs.adults.saw(personId, now()),
      policyOf: { store: needs.policy, policy: needs.retention },
      names: children,
      tokenInRound: tokens.inRound,
      sendsMail: mails !== null,
      signUp,
      mayAdd,
      browserOf,
    },
    admitSignedIn,
    students: {
      admit: (request) => admitSignedIn(request, 'practise'),
      playerOf: async (studentId) => {
        const names = await children.findNames(studentId)
        // Deleted while the call was under way.
        if (!names) throw new Refusal(401, 'unauthorized', 'Unauthorized')
        return { token: tokens.inRound(studentId, names.tokenRound), nickname: names.nickname }
      },
    },
    settled: async () => mails?.settled(MAILS_WITHIN_MS),
  }
}
