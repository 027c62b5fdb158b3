import { timingSafeEqual } from 'node:crypto'
import type { WeeklyMailSettings, weeklyRoutes } from '../../contract/weekly-report.ts'
import type { Output } from '../../contract/route.ts'
import { zoneNamed } from '../../domain/calendar.ts'
import { dueWeek, isPaused, SPREAD_SECONDS } from '../../domain/school/weekly-mail.ts'
import { Refusal } from '../http/errors.ts'
import type { WeeklyMailStore } from '../storage/sql/school/weekly-mail-store.ts'

type WeeklyMailServiceNeeds = {
  readonly store: WeeklyMailStore
  /** Whether this installation sends emails. */
  readonly sendsMail: boolean
  /** Proves that the link in an email may turn off this adult's email. */
  readonly markOf: (adultId: string) => string
  readonly randomBelow: (limit: number) => number
  readonly now: () => number
}

type Change = Output<typeof weeklyRoutes.putMail.body>
type Child = { readonly id: string; readonly name: string }

const SEPARATOR = '.'

/** The token with which an email turns itself off. */
export function offTokenOf(markOf: (parentId: string) => string, parentId: string): string {
  return `${parentId}${SEPARATOR}${markOf(parentId)}`
}

/** The adult of a token; null for a made-up one. */
function adultOfToken(markOf: (parentId: string) => string, token: string): string | null {
  const place = token.lastIndexOf(SEPARATOR)
  if (place < 1) return null
  const parentId = token.slice(0, place)
  const [given, expected] = [Buffer.from(token), Buffer.from(offTokenOf(markOf, parentId))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? parentId : null
}

/** Whether an adult can turn weekly emails on. */
function readinessOf(sendsMail: boolean, isConfirmed: boolean): WeeklyMailSettings['ready'] {
  if (!sendsMail) return 'no_mail_server'
  return isConfirmed ? 'yes' : 'not_confirmed'
}

/** Throws a 409 Refusal if emails cannot be turned on. */
function refuseUnready(ready: WeeklyMailSettings['ready']): void {
  if (ready === 'yes') return
  const sentence =
    ready === 'no_mail_server'
      ? 'This installation doesn’t send email.'
      : 'Please confirm your email address first.'
  throw new Refusal(409, 'conflict', sentence)
}

/** Settings of the weekly email. The caller has checked whose children they are. */
export function weeklyMailService(needs: WeeklyMailServiceNeeds) {
  const { store, sendsMail, markOf, randomBelow, now } = needs

  const settings = async (parentId: string, children: readonly Child[]): Promise<WeeklyMailSettings> => {
    const [mail, address, chosen] = await Promise.all([
      store.ofAdult(parentId),
      store.addressOf(parentId),
      store.childrenOf(parentId),
    ])
    return {
      ready: readinessOf(sendsMail, address?.isConfirmed ?? false),
      email: address?.email ?? '',
      state: mail?.state ?? 'off',
      zone: mail?.zone ?? null,
      firstNames: mail?.firstNames ?? true,
      isPaused: mail !== null && isPaused(mail.emptyWeeks),
      children: children.map(({ id, name }) => ({ id, name, isIn: chosen.some((one) => one.id === id) })),
    }
  }

  return {
    settings,

    /** Throws a 409 Refusal if emails cannot be turned on. */
    change: async (
      parentId: string,
      children: readonly Child[],
      { isOn, zone, firstNames, childIds }: Change,
    ) => {
      const before = await settings(parentId, children)
      if (isOn) refuseUnready(before.ready)
      const usual = zoneNamed(zone)
      const stored = before.state === 'on' ? await store.ofAdult(parentId) : null
      const mail = {
        state: isOn ? ('on' as const) : ('off' as const),
        zone: usual,
        firstNames,
        emptyWeeks: stored?.emptyWeeks ?? 0,
        // The first email is that of the next Sunday; a later change does not drop one that is due.
        week: stored ? '' : dueWeek(usual, now()).monday,
        slot: randomBelow(SPREAD_SECONDS),
      }
      await store.put(
        parentId,
        mail,
        childIds.filter((id) => children.some((child) => child.id === id)),
      )
      return settings(parentId, children)
    },

    /** Turns the email off. Throws a 400 Refusal for a token that no email contains. */
    turnOff: async (token: string) => {
      const adultId = adultOfToken(markOf, token)
      if (adultId === null) throw new Refusal(400, 'bad_link', 'This link is damaged. Please copy it again.')
      await store.turnOff(adultId, 'off')
    },
  }
}

export type WeeklyMailService = ReturnType<typeof weeklyMailService>
