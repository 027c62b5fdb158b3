import { useEffect } from 'react'
import { readSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { twoStepMessages } from './two-step-sign-in.messages.en.ts'

const { codes: words } = twoStepMessages

/** A code in two halves, as people copy it down. */
const halves = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** The recovery codes of an adult, once: a page of its own, which is also the page that is printed. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const shown = codes.map(halves)
  // The form was further down. What some browsers answer is a promise, and an effect may not have one.
  useEffect(() => void window.scrollTo(0, 0), [])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(shown.join('\n'))
      showToast(words.copied)
    } catch {
      showToast(words.notCopied)
    }
  }

  return (
    <div className="page-width flex max-w-160! flex-col gap-6 py-8">
      <div className="print:hidden">
        <StageHeading className="text-3xl!">{words.title}</StageHeading>
        <p className="mt-3 text-lg text-ink-soft">{words.lead}</p>
      </div>
      <Card className="grid gap-4">
        <h2 className="text-xl">{words.of(readSite().name)}</h2>
        <ul className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
          {shown.map((code) => (
            <li
              key={code}
              translate="no"
              className="rounded-key bg-sunk px-4 py-3 text-center text-xl font-bold tabular-nums"
            >
              {code}
            </li>
          ))}
        </ul>
      </Card>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button kind="secondary" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button kind="secondary" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
