import type { Naming } from '../../../contract/namings.ts'
import type { Losses } from '../../../contract/exports.ts'
import { plural } from '../../../domain/words.en.ts'

const days = (count: number): string => plural(count, { one: '# day', other: '# days' })
const facts = (count: number): string => plural(count, { one: '# fact', other: '# facts' })

/** Text about downloading a class or family, and about what a deletion would lose. */
export const exportMessages = {
  summary: (className: string): string => `Download data for ${className}`,
  family: 'your family',
  familyLink: 'My children',
  lead: 'One ZIP file with tables of the children, their practice and what they know. It doesn’t include each answer. For those, use the download on the child’s page.',
  legend: 'How are the children named?',
  namings: {
    names: { label: 'Names', hint: 'as in your list' },
    numbers: { label: 'Numbers', hint: 'to share without names' },
  } satisfies Record<Naming, { label: string; hint: string }>,
  save: 'Download (ZIP)',
  saved: 'Saved to your downloads',
  fetching: 'Preparing your download…',
  file: 'data.zip',
  lossesOfChild: (name: string, { practiceDays, factsKnown }: Losses): string =>
    practiceDays === 0
      ? `${name} hasn’t practiced yet.`
      : `${name} has practiced on ${days(practiceDays)} and knows ${facts(factsKnown)}. All of this will be lost.`,
  unknown: 'Couldn’t load how much will be lost.',
  loading: 'Loading…',
  atHome: 'You still have children in your account. If you delete them, this will be lost:',
  lossesOfHome: ({ children, practiceDays, factsKnown }: Losses): string =>
    `${plural(children, { one: '# child', other: '# children' })}, ${days(practiceDays)} of practice, ${facts(factsKnown)} known`,
  first: 'Download what you want to keep. Then move or delete each child on the child’s page.',
  cancel: 'Cancel',
} as const
