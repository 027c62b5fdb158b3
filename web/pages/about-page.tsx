import { Link } from 'wouter'
import { readSite } from '../lib/site.ts'
import { aboutMessages } from './about-page.messages.en.ts'
import { Sections, StaticPage } from './static-page.tsx'

/** What the product is and who runs it, with the way to the landing page. */
export function AboutPage() {
  const site = readSite()
  return (
    <StaticPage title={aboutMessages.title} lead={aboutMessages.lead(site.name)}>
      <Sections sections={aboutMessages.sections(site)} />
      <Link
        href="/landing"
        className="text-link mt-8 inline-flex min-h-target items-center text-lg font-bold"
      >
        {aboutMessages.landing}
      </Link>
    </StaticPage>
  )
}
