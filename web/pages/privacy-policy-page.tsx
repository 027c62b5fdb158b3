import { readSite } from '../lib/site.ts'
import { privacyMessages } from './privacy-policy-page.messages.en.ts'
import { staticPageMessages } from './static-page.messages.en.ts'
import { Sections, StaticPage } from './static-page.tsx'

/** What is stored, for how long, and who sees it. The numbers are those of this installation's settings. */
export function PrivacyPolicyPage() {
  const site = readSite()
  return (
    <StaticPage title={privacyMessages.title} lead={privacyMessages.lead} note={staticPageMessages.dated}>
      <Sections sections={privacyMessages.sections(site)} />
    </StaticPage>
  )
}
