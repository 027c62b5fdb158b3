import { readSite } from '../lib/site.ts'
import { faqMessages } from './faq-page.messages.en.ts'
import { SectionFrame } from './section-frame.tsx'
import { Prose, StaticPage } from './static-page.tsx'

/** Questions that open and close independently (specification §2). Native `details`, so that find-in-page opens them. */
export function FaqPage() {
  return (
    <StaticPage title={faqMessages.title} lead={faqMessages.lead}>
      <div className="border-t-2 border-ink">
        {faqMessages.questions(readSite()).map(({ question, answer }, at) => (
          <details key={question} className="group border-b-2 border-ink">
            <summary className="flex min-h-16 list-none items-center gap-4 py-4 text-lg font-bold sm:text-xl [&::-webkit-details-marker]:hidden">
              <SectionFrame count={at + 1} />
              <h2 className="flex-1">{question}</h2>
              <OpenMark />
            </summary>
            <div className="-mt-2 pb-7 sm:ps-18">
              <Prose body={answer} />
            </div>
          </details>
        ))}
      </div>
    </StaticPage>
  )
}

/** A plus while closed, a minus while open. */
function OpenMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 shrink-0 stroke-ink stroke-[3]" aria-hidden="true">
      <path d="M3 12h18" />
      <path d="M12 3v18" className="group-open:hidden" />
    </svg>
  )
}
