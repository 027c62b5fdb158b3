import type { Access } from '../../../contract/child-data.ts'
import { LOCALE, plural } from '../../../domain/words.en.ts'

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })

const WHO: Readonly<Record<Access['who'], string>> = {
  you: 'You',
  teacher: 'A teacher',
  parent: 'A parent',
  operator: 'The site’s operator',
  policy: 'Tenfold, under its retention policy,',
}

const DID: Readonly<Record<Access['kind'], string>> = {
  view: 'viewed the name or progress',
  pin_view: 'viewed the card',
  export: 'downloaded data',
  change: 'made a change',
  deletion: 'deleted the account',
  backup: 'backed up the whole site',
  restore: 'restored a backup of the whole site',
}

/** Text of the access log: who looked at, downloaded, changed or deleted what. */
export const accessMessages = {
  heading: 'Who looked at this',
  lead: 'Everyone who viewed, downloaded or changed this child’s data in the last 400 days.',
  did: ({ who, name, kind }: Pick<Access, 'who' | 'name' | 'kind'>): string =>
    `${name === null || who === 'you' ? WHO[who] : `${name} (linked parent)`} ${DID[kind]}`,
  dayOf: (atMs: number): string => DAY.format(atMs),
  /** The time of a single access; only the day of several. */
  when: (atMs: number, times: number): string =>
    times < 2
      ? TIME.format(atMs)
      : `${DAY.format(atMs)}, ${plural(times, { one: '# time', other: '# times' })}`,
  deleted: 'Deleted accounts',
  deletedLead: 'Children’s accounts deleted in the last 400 days. Only the account number is kept.',
  nothingDeleted: 'None in the last 400 days.',
  accountNumber: (id: string): string => `Account ${id}`,
  loading: 'Loading…',
} as const
