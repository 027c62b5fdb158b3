import { Panel } from '../../ui/card.tsx'
import { boardMessages } from './messages.en.ts'

/** Explains the challenge in three short parts, marked with one, two and three dots. */
export function HowItWorks() {
  return (
    <Panel aria-labelledby="how">
      <h2 id="how" className="text-xl">
        {boardMessages.how}
      </h2>
      <ol className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {boardMessages.howParts.map(([title, text], at) => (
          <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <svg viewBox="0 0 24 24" width="28" className="mt-0.5 fill-ink" aria-hidden="true">
              {Array.from({ length: at + 1 }, (_, dot) => (
                <circle key={`dot ${dot}`} cx={12 + (dot - at / 2) * 8.5} cy="12" r="3.5" />
              ))}
            </svg>
            <div>
              <h3 className="leading-8">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
