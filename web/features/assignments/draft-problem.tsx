import { AMOUNTS } from '../../../domain/school/assignment.ts'
import type { AssignDraft, DaysToChoose, Problem } from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'

const { problems: words } = assignmentMessages.form

type Props = { problem: Problem | null; amount: AssignDraft['amount']; days: DaysToChoose }

/** What is missing or impossible in a form, announced when it appears. */
export function DraftProblem({ problem, ...input }: Props) {
  return (
    <p role="alert" className="font-bold text-thinking">
      {problem !== null && problemText(problem, input)}
    </p>
  )
}

function problemText(problem: Problem, { amount, days }: Omit<Props, 'problem'>): string {
  switch (problem) {
    case 'amount':
      return words.amount(AMOUNTS[amount.kind])
    case 'due':
      return words.due(days.due)
    case 'last':
      return words.last(days.last)
    default:
      return words[problem]
  }
}
