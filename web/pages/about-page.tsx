import { readSite } from '../lib/site.ts'
import { aboutMessages } from './about-page.messages.en.ts'
import { Sections, StaticPage } from './static-page.tsx'

export function AboutPage() {
  const site = readSite()
  return (
    <StaticPage title={aboutMessages.title} lead={aboutMessages.lead(site.name)}>
      <Sections sections={aboutMessages.sections(site)} />
    </StaticPage>
  )
}
