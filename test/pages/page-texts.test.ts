import { RETENTION } from '../../domain/retention.ts'
import { expect, test } from 'vitest'
import { aboutMessages } from '../../web/pages/about-page.messages.en.ts'
import { faqMessages } from '../../web/pages/faq-page.messages.en.ts'
import { landingMessages } from '../../web/pages/landing-page.messages.en.ts'
import { privacyMessages } from '../../web/pages/privacy-policy-page.messages.en.ts'
import { dailyAllowance, type Section } from '../../web/pages/section.ts'
import { termsMessages } from '../../web/pages/terms-of-service-page.messages.en.ts'

const SITE = {
  name: 'Tenfold',
  operator: 'Tenfold Learning',
  contactAddress: 'hello@tenfold.example',
  guestDailySeconds: 600,
  guestRetentionDays: 7,
  battleSeconds: 60,
  looksUpLocation: true,
}

const textOf = (sections: readonly Section[]) =>
  sections.flatMap(({ heading, body }) => [heading, ...body.flat()]).join('\n')

const answerTo = (question: RegExp, site: typeof SITE) =>
  faqMessages
    .questions(site)
    .find((item) => question.test(item.question))
    ?.answer.join(' ')

test('[LEG-1] About says what it is, who it is for, and who runs it', () => {
  const text = textOf(aboutMessages.sections({ ...SITE, name: 'Abacus', operator: 'Oak School' }))
  expect(text).toContain('Abacus is practice for addition, subtraction, multiplication and division facts')
  expect(text).toContain('Oak School')
  for (const audience of ['Children', 'Parents', 'teachers']) expect(text).toContain(audience)
})

test('[LEG-4] the privacy policy says how COPPA is followed, and where a parent requests deletion', () => {
  const text = textOf(privacyMessages.sections({ ...SITE, contactAddress: 'help@oak.example' }))
  expect(text).toContain('Children’s Online Privacy Protection Act')
  expect(text).toMatch(/A parent can ask what we hold, ask us to delete it/)
  expect(text).toContain('help@oak.example')
})

test("[LEG-3] the privacy policy states this installation's retention and operator", () => {
  const text = textOf(privacyMessages.sections({ ...SITE, guestRetentionDays: 30, operator: 'Oak School' }))
  expect(text).toContain('deleted within 30 days')
  expect(text).toContain('deleted 30 days after that day began')
  expect(text).not.toContain('7 days')
  expect(text).toContain('Oak School runs this installation')
  expect(textOf(privacyMessages.sections({ ...SITE, guestRetentionDays: 1 }))).toContain(
    'deleted within 1 day.',
  )
})

test('[LEG-3, RET-1] the privacy policy states the retention of accounts', () => {
  const text = textOf(privacyMessages.sections(SITE))
  const { answerDays, idleChildMonths, accessLogDays, backupDays } = RETENTION
  for (const days of [answerDays, accessLogDays, backupDays]) expect(text).toContain(`${days} days`)
  for (const part of [`${idleChildMonths} months`, '24 months', 'the end of July']) {
    expect(text).toContain(part)
  }
})

test('[LEG-3] the privacy policy mentions a location lookup only if there is one', () => {
  expect(textOf(privacyMessages.sections(SITE))).toContain('The address is then dropped')
  const without = textOf(privacyMessages.sections({ ...SITE, looksUpLocation: false }))
  expect(without).toContain('does not look up where you are')
  expect(without).not.toContain('lookup service')
})

test('[LEG-3] the privacy policy names every key stored on the device', () => {
  const text = textOf(privacyMessages.sections(SITE))
  const keys = ['guestSession', 'savedNickname', 'practiceSession', '“tenfold.”', '“tenfold.me”']
  for (const key of [...keys, '“tenfold.visitor”', '“tenfold.lastRanks”']) {
    expect(text).toContain(key)
  }
  expect(text).toContain('what is older than seven days is removed as soon as the site is opened again')
})

test('[LEG-9] the privacy policy says what accounts store about adults and children, how long, who sees it, and how it is downloaded and deleted', () => {
  const text = textOf(privacyMessages.sections(SITE))
  for (const kept of [
    'the name and the email address',
    'fingerprint (hash) of the password',
    'and the PIN, encrypted',
    'who viewed, downloaded, changed or deleted the child’s data, and when, for 400 days',
    'each answer: to which fact, what was typed',
    'until 13 months pass without practice',
    'seen by the teacher of the child’s class',
    'downloads it (JSON, or CSV for a spreadsheet), and deletes it',
    'A child never gives an email address',
  ]) {
    expect(text).toContain(kept)
  }
})

test('[LEG-9] it says that guests get no cookie, and lists the cookies of signing in by name', () => {
  const text = textOf(privacyMessages.sections(SITE))
  expect(text).toContain('Guests get no cookie')
  for (const name of ['tenfold.session', 'tenfold.brief', 'tenfold.known']) expect(text).toContain(name)
  expect(text).not.toMatch(/We use no cookies|No cookies/)
  const sections = privacyMessages.sections(SITE).length
  expect(sections, 'a ten-frame numbers the sections').toBeLessThanOrEqual(10)
})

test('[LEG-5] the terms say who may create an account for a child', () => {
  const text = textOf(termsMessages.sections(SITE))
  expect(text).toMatch(/as a parent, or as a teacher whose school has the consent of the parents/)
  expect(termsMessages.sections(SITE).length).toBeLessThanOrEqual(10)
})

test('[LEG-3] the privacy policy says what battles store, for how long, who sees it, and what a tab stores', () => {
  const text = textOf(privacyMessages.sections({ ...SITE, guestRetentionDays: 30 }))
  expect(text).toMatch(
    /for each Math Battle with at least one answer: .*who was in it \(.*anyone who left or answered nothing\).*points, the rank/,
  )
  expect(text).toContain('Everything from a practice day, including battles, is deleted 30 days after')
  expect(text).toMatch(/In a Math Battle the other players see a guest’s nickname.*rough location/)
  expect(text).toMatch(/session storage of a tab holds “tenfold.battle”/)
})

test('[LEG-1] About describes Math Battles as available', () => {
  const text = textOf(aboutMessages.sections(SITE))
  expect(text).toContain('A Math Battle is a 60-second game')
  expect(text).not.toMatch(/Battles.*being built/)
})

test('[LEG-5] the terms name California law, and the uptime goal as a goal', () => {
  const text = textOf(termsMessages.sections(SITE))
  expect(text).toContain('law of the State of California')
  expect(text).toContain('99.9%')
  expect(text).toContain('not a guarantee')
})

test("[LEG-8] the FAQ states this installation's allowance, and that there is none at 999999", () => {
  expect(answerTo(/How long/, SITE)).toContain('Guests get 10 minutes a day')
  expect(answerTo(/How long/, { ...SITE, guestDailySeconds: 60 })).toContain('Guests get 1 minute a day')
  expect(answerTo(/How long/, { ...SITE, guestDailySeconds: 999_999 })).toContain('no daily limit')
  expect(dailyAllowance(90)).toBe('90 seconds')
})

test('[LEG-8] the FAQ says what teachers and parents can do', () => {
  expect(answerTo(/teachers/, SITE)).toMatch(/create an account and a class.*import a list.*Assign practice/)
  expect(answerTo(/parents/, SITE)).toMatch(/which facts your child knows.*report.*Hand over/)
})

test('[LND-6] the landing page names its readers, and promises nothing for later', () => {
  const { about } = landingMessages
  expect(JSON.stringify(landingMessages)).not.toMatch(/coming/i)
  expect(about.audiences.map((audience) => audience.title)).toEqual(['Students', 'Teachers', 'Parents'])
})
