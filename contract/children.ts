import * as z from 'zod/mini'
import { personName } from './account.ts'
import { done, typedCode } from './account-fields.ts'
import {
  BY_HAND,
  child,
  childInPath,
  childrenWithCode,
  childWithPin,
  guessedZone,
  signInWindowLength,
  newDevices,
  pinKind,
  requestId,
  wrongPins,
} from './classes.ts'
import { route, type Output, type RateLimit } from './route.ts'

/** How long the code is valid that links a parent to a child: two weeks, since it travels on paper. */
export const LINK_CODE_DAYS = 14

/** With 10^14 codes, nobody guesses one at this rate. */
const TYPED_CODES: RateLimit = { calls: 20, perSeconds: 3600 }

/** Single children, and those of a family. */
export const childRoutes = {
  /** A parent's own and linked children. The parent's own ones sign in with `familyCode`. */
  list: route({
    method: 'GET',
    path: '/api/children',
    params: null,
    body: null,
    response: z.extend(newDevices, { familyCode: z.string(), pinKind, children: z.array(child), wrongPins }),
    caller: 'signed_in',
    action: 'see_children',
    rateLimit: BY_HAND,
  }),
  make: route({
    method: 'POST',
    path: '/api/children',
    params: null,
    body: z.object({ name: personName, requestId, zone: guessedZone }),
    response: childrenWithCode,
    caller: 'signed_in',
    action: 'add_own_child',
    rateLimit: BY_HAND,
  }),
  newCode: route({
    method: 'POST',
    path: '/api/children/code',
    params: null,
    body: null,
    response: z.object({ familyCode: z.string() }),
    caller: 'signed_in',
    action: 'change_family',
    rateLimit: BY_HAND,
  }),
  /** Gives the children of the family new PINs of this kind. */
  newPins: route({
    method: 'POST',
    path: '/api/children/pins',
    params: null,
    body: z.object({ pinKind }),
    response: childrenWithCode,
    caller: 'signed_in',
    action: 'change_family',
    rateLimit: BY_HAND,
  }),
  /** Opens a sign-in window for the family. */
  openSignInWindow: route({
    method: 'POST',
    path: '/api/children/new-devices',
    params: null,
    body: signInWindowLength,
    response: newDevices,
    caller: 'signed_in',
    action: 'change_family',
    rateLimit: BY_HAND,
  }),
  link: route({
    method: 'POST',
    path: '/api/children/link',
    params: null,
    body: z.object({ code: typedCode }),
    response: child,
    caller: 'signed_in',
    action: 'link_child',
    rateLimit: TYPED_CODES,
  }),
  read: route({
    method: 'GET',
    path: '/api/children/:studentId',
    params: childInPath,
    body: null,
    response: child,
    caller: 'signed_in',
    action: 'see_child',
    rateLimit: BY_HAND,
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/children/:studentId',
    params: childInPath,
    body: z.object({ name: personName }),
    response: child,
    caller: 'signed_in',
    action: 'change_child',
    rateLimit: BY_HAND,
  }),
  /** Recorded in the child's access log. */
  readPin: route({
    method: 'GET',
    path: '/api/children/:studentId/pin',
    params: childInPath,
    body: null,
    response: childWithPin,
    caller: 'signed_in',
    action: 'see_pins',
    rateLimit: BY_HAND,
  }),
  resetPin: route({
    method: 'POST',
    path: '/api/children/:studentId/pin',
    params: childInPath,
    body: null,
    response: childWithPin,
    caller: 'signed_in',
    action: 'change_child',
    rateLimit: BY_HAND,
  }),
  /** Signs the child out on every device; PIN and card stay valid. */
  signOut: route({
    method: 'POST',
    path: '/api/children/:studentId/sign-out',
    params: childInPath,
    body: null,
    response: done,
    caller: 'signed_in',
    action: 'change_child',
    rateLimit: BY_HAND,
  }),
  /**
   * Signs a child of the parent's own family in on this browser, without a PIN, and ends the parent's session here. `email` is the
   * parent's, for getting the device back.
   */
  handOver: route({
    method: 'POST',
    path: '/api/children/:studentId/hand-over',
    params: childInPath,
    body: null,
    response: z.object({ email: z.string() }),
    caller: 'signed_in',
    action: 'hand_over',
    rateLimit: BY_HAND,
  }),
  /** Replaces an older code. `expiresAt` is epoch milliseconds. */
  makeLinkCode: route({
    method: 'POST',
    path: '/api/children/:studentId/link-code',
    params: childInPath,
    body: null,
    response: z.object({ code: z.string(), expiresAt: z.number() }),
    caller: 'signed_in',
    action: 'change_child',
    rateLimit: BY_HAND,
  }),
} as const

/** A parent's children, and the code with which the parent's own sign in. */
export type Family = Output<typeof childRoutes.list.response>
export type LinkCode = Output<typeof childRoutes.makeLinkCode.response>
