import { dailyAllowance, type Section } from './section.ts'

type TermsFacts = {
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
          `${site.operator} runs this installation of ${site.name}. By using it, you agree to these terms. If you are a child, ask a parent, guardian or teacher to read them with you and agree for you.`,
        ],
      },
      {
        heading: 'What you get',
        body: [
          minutes === null
            ? 'Guests play without an account, for free, with no daily limit.'
            : `Guests play without an account, for free, for ${minutes} a day. They can always finish a session or battle they have started.`,
          'Teachers and parents can create accounts for themselves and for children, for free. Students with an account have no daily limit.',
        ],
      },
      {
        heading: 'Playing fair',
        body: [
          [
            'Do your own math, in the app.',
            'Don’t send results that nobody earned. The server checks every result and rejects impossible ones.',
            'Don’t try to break, overload or bypass the service, or play as someone else.',
          ],
          'We may remove results that break these rules and block anyone who keeps trying.',
        ],
      },
      {
        heading: 'Accounts',
        body: [
          [
            'Teachers and parents create an account only for themselves, with their own email address, and keep the password secret.',
            'Create an account for a child only as a parent, or as a teacher whose school has the consent of the parents.',
            'Children’s names are for the adults who look after them. Enter no more than you need to tell the children apart.',
            'Anyone with a card can sign in as that child. If a card is lost, make a new PIN.',
          ],
          'You can delete your account at any time.',
        ],
      },
      {
        heading: 'Your results',
        body: [
          'The Privacy Policy says what we store, for how long and who can see it. We keep guest results only for a short time, so don’t rely on them for grades.',
        ],
      },
      {
        heading: 'Availability',
        body: [
          'Our goal is that the service is up 99.9% of the time. That is a goal, not a guarantee: there will be maintenance, and there may be failures. Practice that is already open keeps working without a connection.',
        ],
      },
      {
        heading: 'No warranty',
        body: [
          'The service is provided “as is”. As far as the law allows, we give no warranty that it fits a particular purpose or is free of errors, and we are not liable for damage from using it or from not being able to use it. You keep any rights that the law does not let you give up.',
        ],
      },
      {
        heading: 'Licenses',
        body: [
          `${site.name} is published under the MIT License. Its typeface, Lexend, is published under the SIL Open Font License.`,
        ],
      },
      {
        heading: 'Law',
        body: [
          'These terms are governed by the law of the State of California, without regard to its conflict-of-laws rules.',
        ],
      },
      {
        heading: 'Changes and contact',
        body: [
          `When we change these terms, we change the date on them. Questions? Write to ${site.contactAddress}.`,
        ],
      },
    ]
  },
} as const
