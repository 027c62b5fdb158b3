import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { SignUpRule } from '../../contract/account.ts'
import { inRanges } from '../http/callers.ts'
import type { AdmitSignedIn } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { Log } from '../ops/log.ts'
import type { AccountStores } from '../storage/sql/accounts/account-stores.ts'
import type { PlayerStore } from '../storage/sql/practice/player-store.ts'
import { adultSecurity } from './adult-security.ts'
import { adultData } from './adult-data.ts'
import { adultService, type AdultService, type BrowserConnection } from './adult-service.ts'
import { createAuth, NO_PUBLIC_URL, readVerificationLink } from './auth.ts'
import { cardIdOf } from './derived-text.ts'
import { childGate } from './child-gate.ts'
import { childService } from './child-service.ts'
import { childSignIn } from './child-sign-in.ts'
import { handOver } from './hand-over.ts'
import { studentEntry } from './student-entry.ts'
import { classService } from './class-service.ts'
import type { Hashing } from './hashing.ts'
import { knownAdults } from './known-adults.ts'
import { memoryLimiter, signInLimits, type NewLimiter, type SignInLimits } from './sign-in-limits.ts'
import { twoStepSignIn } from './two-step-sign-in.ts'
import { signUpGate } from './sign-up-gate.ts'
import { passkeys as passkeysFor } from './passkeys.ts'
import { pinVault } from './pin-vault.ts'
import { knownBrowsers, type KnownBrowsers } from './known-browsers.ts'
import { MailQueue } from './mail-queue.ts'
import { passwordConfirmation } from './confirm-password.ts'
import { endRetiredPlayers, playerTokens } from './player-tokens.ts'
import type { SendMail } from './port.ts'
import { secretRandomBelow } from './random-below.ts'
import { mayEver } from './roles.ts'
import type { AccountServices } from './routes.ts'

/** Account options of an app. */
export type AccountsOfApp = AccountStores & {
  /** Signs cookies and derives player tokens of students, among others. */
  readonly secret: string
  /** The public URL of this installation, without a trailing slash; null if not set. */
  readonly publicUrl: string | null
  /** Which adults may add children; default: all. */
  readonly signUp?: SignUpRule | undefined
  /** School networks, where strangers' wrong PINs from outside never make children wait. */
  readonly classNetworks: readonly string[]
  readonly hashing: Hashing
  /** Resolves after this many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>
  /** Null if this installation sends no emails. */
  readonly sendMail: SendMail | null
}

type AccountNeeds = AccountsOfApp & {
  /** Makes the limits of signing in; default: in memory, for a single process. */
  readonly newLimiter?: NewLimiter | undefined
  readonly players: PlayerStore
  readonly siteName: string
  readonly log: Log
  readonly now: () => number
  readonly newPublicId: () => string
  readonly tokenHash: (token: string) => string
  /** The key of a caller's network address; null for this machine. */
  readonly addressOf: (request: IncomingMessage) => string | null
  /** Removes the player with this token from queue and battle, and blocks the token. */
  readonly removePlayer: (token: string) => Promise<void>
}

export type Accounts = {
  readonly services: Omit<AccountServices, 'practiceOf' | 'regionOf'>
  readonly admitSignedIn: AdmitSignedIn
  /** Implements `SignedInStudents` (server/student/port.ts). */
  readonly students: {
    admit(request: FastifyRequest): Promise<string>
    playerOf(
      studentId: string,
    ): Promise<{ readonly token: string; readonly nickname: string; readonly isOnBoards: boolean }>
  }
  /** Identifies the browser of a signed-in student, or else its session. */
  readonly deviceOf: (request: FastifyRequest) => string
  /** Waits a short time for emails in flight. */
  settled(): Promise<void>
}

/** How long a stopping server waits for emails in flight; stopping may take 10 s in all. */
const MAILS_WITHIN_MS = 3000

/** A new id for a class or child. */
export const newId = (): string => randomBytes(16).toString('hex')

/** better-auth with its emails, one instance for pages over TLS and one for others. */
function signInLibrary(needs: AccountNeeds) {
  const { database, secret, siteName, log, hashing } = needs
  const publicUrl = needs.publicUrl ?? NO_PUBLIC_URL
  const mails = needs.sendMail && new MailQueue({ send: needs.sendMail, siteName, publicUrl, log })
  const onPasswordReset = async ({ id }: { id: string }): Promise<void> => {
    // The mailed link proves the address. Other mailed links are voided, because the mailbox may be the reason for the reset.
    await needs.adults.markAddressVerified(id)
  }
  const authOf = (secure: boolean) =>
    createAuth({
      database,
      secret,
      secure,
      publicUrl,
      siteName,
      hashing,
      mails,
      onPasswordReset,
    })
  const auth = { secure: authOf(true), plain: authOf(false) }
  return { auth, mails }
}

function browserReader(needs: AccountNeeds) {
  const isInside = inRanges(needs.classNetworks)
  const isTls = needs.publicUrl?.startsWith('https:')
  return (request: FastifyRequest): BrowserConnection => ({
    cookies: request.headers.cookie ?? '',
    isSecure: isTls || request.protocol === 'https',
    address: needs.addressOf(request.raw) ?? '',
    userAgent: request.headers['user-agent'],
    origin: request.headers.origin,
    isInside: isInside(request.ip),
    isDisconnected: () => request.raw.socket.destroyed,
  })
}

/** Throws a 401 Refusal if nobody is signed in, and a 403 if the role never allows the action. */
function admission(
  adults: AdultService,
  browserOf: (request: FastifyRequest) => BrowserConnection,
): AdmitSignedIn {
  return async (request, action) => {
    const known = await adults.whoIs(browserOf(request), false)
    if (!known) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    if (!mayEver(known.person.role, action)) {
      throw new Refusal(403, 'forbidden', 'Your account can’t do this.')
    }
    request.person = known.person
    request.signInId = known.signInId
    return known.person.id
  }
}

function studentsOf(
  children: AccountNeeds['children'],
  tokens: ReturnType<typeof playerTokens>,
  admitSignedIn: AdmitSignedIn,
): Accounts['students'] {
  return {
    admit: (request) => admitSignedIn(request, 'practice'),
    playerOf: async (studentId) => {
      const names = await children.findNames(studentId)
      // Deleted during the request.
      if (!names) throw new Refusal(401, 'unauthorized', 'Unauthorized')
      return {
        token: tokens.inRound(studentId, names.tokenRound),
        nickname: names.nickname,
        isOnBoards: names.settings.boards,
      }
    },
  }
}

type AdultMeans = Omit<
  Parameters<typeof adultService>[0],
  'secret' | 'adults' | 'readLink' | 'now' | 'wait'
> &
  Pick<Parameters<typeof adultSecurity>[0], 'confirmPassword' | 'signUpGate'>

/** Services for adults' own accounts. */
function adultServices(needs: AccountNeeds, means: AdultMeans) {
  const { secret, now, wait } = needs
  const adults = adultService({
    ...means,
    secret,
    adults: needs.adults,
    readLink: (token) => readVerificationLink(secret, token),
    now,
    wait,
  })
  const own = { ...means, adults: needs.adults, sessionOf: adults.sessionOf }
  const twoStep = twoStepSignIn({ ...own, siteName: needs.siteName })
  const passkeys = passkeysFor(own)
  const security = adultSecurity({ ...own, secondStep: twoStep, passkeys, now })
  return { adults, twoStepSignIn: twoStep, passkeys, security, adultData: adultData(own) }
}

type ChildMeans = {
  readonly auth: AdultMeans['auth']
  readonly limits: SignInLimits
  readonly signOut: AdultService['signOut']
  readonly gate: ReturnType<typeof childGate>
  readonly knownBrowsers: KnownBrowsers
  readonly tokens: ReturnType<typeof playerTokens>
}

/** Services for children: their sign-in, and what adults do for them. */
function childServices(needs: AccountNeeds, means: ChildMeans) {
  const { secret } = needs
  const { gate, tokens } = means
  const vault = pinVault(secret)
  const cardOf = (studentId: string): string => cardIdOf(secret, studentId)
  const enter = studentEntry({ ...needs, auth: means.auth, tokensOf: tokens.hashesOf })
  return {
    signInChild: childSignIn({ ...needs, ...means, vault, enter, cardOf }),
    handOver: handOver({ ...needs, gate, signOut: means.signOut, enter }),
    children: childService({
      ...needs,
      gate,
      vault,
      randomBelow: secretRandomBelow,
      dataKeysOf: tokens.dataKeysOf,
      cardOf,
      removePlayer: async (studentId) => needs.removePlayer(await tokens.current(studentId)),
      tokensOf: tokens.hashesOf,
      removeRetiredPlayers: endRetiredPlayers(tokens, needs.removePlayer),
      newId,
    }),
  }
}

/** Limits what is hashed for unknown browsers before it waits in the queue. */
function limitedHashing(hashing: Hashing, { admitHashing }: SignInLimits): Hashing {
  return {
    ...hashing,
    onBehalfOf: async (requester, work) => {
      await admitHashing(requester)
      return await hashing.onBehalfOf(requester, work)
    },
  }
}

/** Wires the accounts of an app. */
export function accounts(needs: AccountNeeds): Accounts {
  const { secret, children, now, tokenHash, signUp = 'open', newLimiter = memoryLimiter } = needs
  const limits = signInLimits(newLimiter, secret)
  const hashing = limitedHashing(needs.hashing, limits)
  const gate = childGate({ children, accesses: needs.accesses, now })
  const known = knownAdults(secret)
  const browsers = knownBrowsers(secret)
  const signUps = signUpGate({ rule: signUp, adults: needs.adults, now })
  const confirmPassword = passwordConfirmation({ adults: needs.adults, limits, hashing })
  const { auth, mails } = signInLibrary(needs)
  const sendsMail = mails !== null
  const browserOf = browserReader(needs)
  const tokens = playerTokens({ secret, tokenHash, children })
  const { dataKeysOf } = tokens
  const ended = endRetiredPlayers(tokens, needs.removePlayer)
  const signOut = async (studentIds: readonly string[]): Promise<void> =>
    ended(await children.signOut(studentIds.map(tokens.hashesOf), now()))
  const ofAdults = adultServices(needs, {
    auth,
    limits,
    hashing,
    known,
    confirmPassword,
    signUpGate: signUps,
    sendsMail,
  })
  const { adults } = ofAdults
  const admitSignedIn = admission(adults, browserOf)
  const classes = classService({
    ...needs,
    gate,
    limits,
    signOut,
    randomBelow: secretRandomBelow,
    newId,
  })

  return {
    services: {
      ...ofAdults,
      ...childServices(needs, {
        auth,
        limits,
        gate,
        knownBrowsers: browsers,
        tokens,
        signOut: adults.signOut,
      }),
      classes,
      gate,
      childData: needs.childData,
      dataKeysOf,
      homesOf: needs.classes.homesOf,
      now,
      calendars: needs.calendars,
      settings: needs.settings,
      consent: ({ id, role }, version) => {
        const kind = role === 'teacher' ? 'school' : 'guardian'
        return needs.consents.add(id, { version, kind, nowMs: now() })
      },
      recordActivity: (personId) => needs.adults.recordActivity(personId, now()),
      policyOf: needs.policy,
      names: children,
      cardOf: (studentId) => cardIdOf(secret, studentId),
      tokenInRound: tokens.inRound,
      sendsMail,
      signUp,
      signUpGate: signUps,
      browserOf,
    },
    admitSignedIn,
    students: studentsOf(children, tokens, admitSignedIn),
    deviceOf: (request) => browsers.idOf(browserOf(request)) ?? request.signInId,
    settled: async () => mails?.settled(MAILS_WITHIN_MS),
  }
}
