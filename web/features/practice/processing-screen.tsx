import { useEffect, useState } from 'react'
import { PROCESSING_STEP_MS } from '../../../domain/practice-state.ts'
import { Check } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { messages } from './messages.en.ts'
import { steadyNowMs } from '../../lib/now.ts'

const STEPS = messages.processing.steps

/** Between the last problem and the results (specification §4): three steps, one every 800 ms. */
export function ProcessingScreen({ startedAtMs }: { startedAtMs: number }) {
  const current = useProcessingStep(startedAtMs)
  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center gap-8 py-6 text-center">
      <StageHeading>{messages.processing.title}</StageHeading>
      <Spinner label="" />
      <ol className="flex flex-col gap-3 text-start text-xl">
        {STEPS.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={`flex items-center gap-3 ${index <= current ? 'text-ink' : 'text-ink-soft'}`}
          >
            <span className={index < current ? 'text-success' : 'invisible'}>
              <Check />
            </span>
            {step}
          </li>
        ))}
      </ol>
    </div>
  )
}

function useProcessingStep(startedAtMs: number): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (current >= STEPS.length - 1) return undefined
    const nextAtMs = startedAtMs + (current + 1) * PROCESSING_STEP_MS
    const timer = setTimeout(() => setCurrent(current + 1), Math.max(0, nextAtMs - steadyNowMs()))
    return () => clearTimeout(timer)
  }, [current, startedAtMs])
  return current
}
