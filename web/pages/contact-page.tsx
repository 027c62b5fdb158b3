import { readSite } from '../lib/site.ts'
import { contactMessages } from './contact-page.messages.en.ts'
import { ContactAddress, Prose, StaticPage } from './static-page.tsx'

/** The contact address, and when to expect a reply (specification §9). */
export function ContactPage() {
  const site = readSite()
  return (
    <StaticPage title={contactMessages.title} lead={contactMessages.lead}>
      <div className="rounded-card border-2 border-ink bg-sheet p-6 sm:p-10">
        <h2 className="text-lg text-ink-soft">{contactMessages.addressHeading}</h2>
        <p className="mt-2 text-2xl sm:text-3xl">
          <ContactAddress address={site.contactAddress} />
        </p>
        <dl className="mt-8 grid gap-6 sm:grid-cols-[auto_1fr] sm:gap-x-10">
          {contactMessages.facts.map((fact) => (
            <div key={fact.heading} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
              <dt className="text-ink-soft">{fact.heading}</dt>
              <dd className="text-lg">{fact.text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-8 text-ink-soft">{contactMessages.runBy(site.operator)}</p>
      </div>
      <h2 className="mt-12 text-2xl">{contactMessages.helpfulHeading}</h2>
      <Prose body={contactMessages.helpful} />
    </StaticPage>
  )
}
