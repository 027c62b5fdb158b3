import { useState } from 'react'
import { DEFAULT_PROBLEM_COUNT, PROBLEM_COUNTS } from '../../../domain/practice.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { messages } from './messages.en.ts'
import { practiceName } from './practice-name.ts'
import { usePracticeRun, useView } from './use-run.ts'
import { Back } from './icons.tsx'

export type ProblemCount = (typeof PROBLEM_COUNTS)[number]

const CHOICES = PROBLEM_COUNTS.map((value) => ({
  value,
  label: messages.setup.count(value),
  hint: messages.setup.countHint(value),
}))

type Props = {
  sessionType: string
  durationSeconds: number
  returnTo: string
  onStart: (problemCount: ProblemCount) => void
}

/** Before a session: how many problems, with or without pictures (specification §2). */
export function SetupScreen({ sessionType, durationSeconds, returnTo, onStart }: Props) {
  const run = usePracticeRun()
  const showVisual = useView((view) => view.showVisual)
  const [count, setCount] = useState<ProblemCount>(DEFAULT_PROBLEM_COUNT)
  const { name, operations } = practiceName(sessionType)
  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center gap-6 py-6">
      <div className="flex w-full max-w-xl flex-col items-center gap-3 text-center">
        <div className="flex gap-2">
          {operations.map((operation) => (
            <OperationMark key={operation} operation={operation} size={56} />
          ))}
        </div>
        <StageHeading>{name}</StageHeading>
        <p className="text-lg text-ink-soft">{messages.setup.lead(durationSeconds * 1000)}</p>
      </div>
      <Card className="flex w-full max-w-xl flex-col gap-6">
        <ChoiceGroup
          legend={messages.setup.countLegend}
          choices={CHOICES}
          value={count}
          onChange={setCount}
        />
        <Toggle
          label={messages.setup.visualModels}
          hint={messages.setup.visualModelsHint}
          checked={showVisual}
          onChange={run.setShowVisual}
        />
        <Button kind="primary" size="large" className="text-2xl" onClick={() => onStart(count)}>
          {messages.setup.start}
        </Button>
      </Card>
      <LinkButton kind="quiet" href={returnTo}>
        <Back />
        {messages.setup.back}
      </LinkButton>
    </div>
  )
}
