import * as z from 'zod/mini'
import { GAMES } from '../domain/games.ts'
import { WEEK_PRAISES } from '../domain/school/weekly-report.ts'
import { done } from './account-fields.ts'
import { sentAssigned } from './assignments.ts'
import { BY_HAND, id, MAX_CHILDREN, zone } from './classes.ts'
import { route } from './route.ts'

/** One week of a child (domain/school/weekly-report.ts). Days are those of the child's home. */
const week = z.object({
  monday: z.string(),
  hasPracticed: z.boolean(),
  practicedDays: z.number(),
  newFacts: z.array(z.string()),
  moreNewFacts: z.number(),
  hardFacts: z.array(z.string()),
  praise: z.nullable(z.object({ kind: z.enum(WEEK_PRAISES), factId: z.string() })),
  game: z.enum(GAMES.map(({ id }) => id)),
})

const childWeeks = z.object({
  id: z.string(),
  name: z.string(),
  today: z.string(),
  /** The newest first. */
  weeks: z.array(week),
  /** What is assigned for the next days, by due date. */
  assigned: z.array(
    z.object({
      assigned: sentAssigned,
      amountKind: z.enum(['problems', 'minutes']),
      amount: z.number(),
      dueDay: z.string(),
    }),
  ),
})

/** A parent's weekly email. */
const mailSettings = z.object({
  /** Whether it can be turned on; an address must be confirmed. */
  ready: z.enum(['yes', 'no_mail_server', 'not_confirmed']),
  email: z.string(),
  /** `bounced`: the mail server refused the address, so it was turned off. */
  state: z.enum(['on', 'off', 'bounced']),
  /** The zone in which it is sent on Sunday at 16:00; null if it was never turned on. */
  zone: z.nullable(z.string()),
  /** Whether it contains first names. */
  firstNames: z.boolean(),
  /** After three weeks without practice, until the next one. */
  isPaused: z.boolean(),
  children: z.array(z.object({ id: z.string(), name: z.string(), isIn: z.boolean() })),
})

const offToken = z.object({
  token: z
    .string()
    .check(z.minLength(1, 'must not be empty'), z.maxLength(120, 'must be at most 120 characters')),
})

/** One mail program may act for many parents from one address. */
const OF_MAIL_PROGRAMS = { calls: 600, perSeconds: 60 }

/** The weekly report for parents, and their weekly email. */
export const weeklyRoutes = {
  /** The last weeks of the parent's children, own and linked ones, by name. */
  read: route({
    method: 'GET',
    path: '/api/children/weeks',
    params: null,
    body: null,
    response: z.object({ children: z.array(childWeeks) }),
    caller: 'signed_in',
    action: 'see_children',
    rateLimit: BY_HAND,
  }),
  readMail: route({
    method: 'GET',
    path: '/api/children/weekly-email',
    params: null,
    body: null,
    response: mailSettings,
    caller: 'signed_in',
    action: 'see_children',
    rateLimit: BY_HAND,
  }),
  putMail: route({
    method: 'POST',
    path: '/api/children/weekly-email',
    params: null,
    body: z.object({
      isOn: z.boolean(),
      zone,
      firstNames: z.boolean(),
      /** The children that it is about. */
      childIds: z.array(id).check(z.maxLength(MAX_CHILDREN, `must be at most ${MAX_CHILDREN} children`)),
    }),
    response: mailSettings,
    caller: 'signed_in',
    action: 'see_children',
    rateLimit: BY_HAND,
  }),
  /** Turns the email off with the token in each email, from the page of its link or from a mail program (RFC 8058). */
  turnOffMail: route({
    method: 'POST',
    path: '/api/weekly-email/off/:token',
    params: offToken,
    body: null,
    response: done,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: OF_MAIL_PROGRAMS,
  }),
  /** Redirects a browser in which the address for mail programs was opened to the page that turns the email off. */
  openTurnOff: route({
    method: 'GET',
    path: '/api/weekly-email/off/:token',
    params: offToken,
    body: null,
    response: done,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: OF_MAIL_PROGRAMS,
  }),
} as const

export type WeeklyMailSettings = z.infer<typeof mailSettings>

export type ChildWeeks = z.infer<typeof childWeeks>
