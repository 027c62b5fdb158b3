import { readSite } from '../lib/site.ts'
import { staticPageMessages } from './static-page.messages.en.ts'
import { Sections, StaticPage } from './static-page.tsx'
import { termsMessages } from './terms-of-service-page.messages.en.ts'

export function TermsOfServicePage() {
  const site = readSite()
  return (
    <StaticPage title={termsMessages.title} lead={termsMessages.lead} note={staticPageMessages.dated}>
      <Sections sections={termsMessages.sections(site)} />
    </StaticPage>
  )
}
