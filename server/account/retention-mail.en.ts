import type { Mail } from './port.ts'
import { LOCALE, plural } from '../../domain/words.en.ts'

/** An account that will be deleted, and when: a child's (in the family if the class name is empty), or the adult's own. */
export type Affected =
  | { readonly kind: 'child'; readonly className: string; readonly atMs: number }
  | { readonly kind: 'own'; readonly atMs: number }

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

function lineOf(place: string, list: readonly Affected[]): string {
  const first = Math.min(...list.map(({ atMs }) => atMs))
  const date = DATE.format(first)
  if (place === 'own') return `- ${date}: your own account`
  const count = plural(list.length, { one: '# child’s account', other: '# children’s accounts' })
  return `- ${date}: ${count} ${place === '' ? 'in your family' : `in ${place}`}`
}

/** The email about what will be deleted and how to prevent it. It contains no child's name. */
export function retentionMail({
  to,
  siteName,
  url,
  affected,
}: {
  readonly to: string
  readonly siteName: string
  readonly url: string
  readonly affected: readonly Affected[]
}): Mail {
  const places = new Map<string, Affected[]>()
  for (const each of affected) {
    const place = each.kind === 'own' ? 'own' : each.className
    places.set(place, [...(places.get(place) ?? []), each])
  }
  const lines = [...places].map(([place, list]) => lineOf(place, list)).join('\n')
  return {
    to,
    subject: `${siteName} will delete unused accounts`,
    text: `Accounts that nobody uses, and classes from past school years, are not kept forever. ${siteName} will delete:

${lines}

To keep an account, sign in before that date, or have the child practice. To keep children in an archived class, unarchive it
or move them to another class. You can also download a child's data first:

${url}

If nobody needs them anymore, you don't have to do anything.
`,
  }
}
