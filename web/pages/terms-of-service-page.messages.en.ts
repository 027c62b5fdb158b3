import { dailyAllowance, type Section } from './section.ts'

export type TermsFacts = {
  readonly name: string
  readonly operator: string
  readonly contactAddress: string
  readonly guestDailySeconds: number
}

export const termsMessages = {
  title: 'Terms of Service',
  lead: 'The rules for using this app, in plain words.',
  sections: (site: TermsFacts): readonly Section[] => {
    const minutes = dailyAllowance(site.guestDailySeconds)
    return [
      {
        heading: 'The agreement',
        body: [
          `${site.operator} runs this installation of ${site.name}. By using it you agree to these terms. If you are a child, ask a parent, guardian or teacher to read them with you and to agree for you.`,
        ],
      },
      {
        heading: 'What you get',
        body: [
          minutes === null
            ? 'Guests practice without an account, free of charge, without a daily limit.'
            : `Guests practice without an account, free of charge, for ${minutes} a day. A session that has begun may be finished.`,
          'Teachers and parents may make accounts, for themselves and for children, free of charge. Students with an account practice without a daily limit.',
          'What the pages describe as coming is not part of the service yet.',
        ],
      },
      {
        heading: 'Playing fair',
        body: [
          [
            'Play yourself, in the app.',
            'Do not send results that nobody earned. The server checks what arrives and refuses what cannot be.',
            'Do not try to break, overload or get around the service, or to play as somebody else.',
          ],
          'Results that break these rules may be removed, and senders who keep trying may be blocked.',
        ],
      },
      {
        heading: 'Accounts',
        body: [
          [
            'A teacher or a parent makes an account for themselves only, with an e-mail address of their own, and keeps the password to themselves.',
            'Who makes an account for a child may do so: as a parent, or as a teacher whose school has the consent of the parents.',
            'Names of children are for those who look after them. Please type no more than is needed to tell the children apart.',
            'Cards with PINs open accounts. Who finds that one is lost makes a new PIN.',
          ],
          'An account can be deleted at any time, by whoever it belongs to.',
        ],
      },
      {
        heading: 'Your results',
        body: [
          'What is stored, for how long and who sees it stands in the Privacy Policy. Guest results are kept for a short time only; do not rely on them as a record for grades.',
        ],
      },
      {
        heading: 'Availability',
        body: [
          'Our goal is that the service is up 99.9% of the time. It is a goal and not a guarantee: there will be maintenance and there may be failures. Practice that has been opened goes on without a connection.',
        ],
      },
      {
        heading: 'No warranty',
        body: [
          'The service is provided as it is. As far as the law allows, we give no warranty that it fits a purpose or has no errors, and are not liable for damage that comes from using it or from not being able to use it. Rights that the law gives you and that cannot be given up remain yours.',
        ],
      },
      {
        heading: 'What belongs to whom',
        body: [
          `The software of ${site.name} is published under the MIT License, its typeface Lexend under the SIL Open Font License.`,
        ],
      },
      {
        heading: 'Law',
        body: [
          'These terms are governed by the law of the State of California, without its rules on the conflict of laws.',
        ],
      },
      {
        heading: 'Changes and contact',
        body: [
          `When these terms change, the date on them changes as well. Questions: ${site.contactAddress}.`,
        ],
      },
    ]
  },
} as const
