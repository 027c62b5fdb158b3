import type { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { FailureTextByCode } from '../../ui/failure-words.ts'
import { twoStepMessages as words } from './two-step-sign-in.messages.en.ts'

type Props = {
  action: Pick<ReturnType<typeof useAction>, 'failure' | 'waitSeconds' | 'isPending'>
  failures: FailureTextByCode
  /** The label of the submit button. */
  submit: string
  onCancel: () => void
}

/** The end of a form on the account page: why it failed, and the buttons to submit and to cancel. */
export function FormActions({ action, failures, submit, onCancel }: Props) {
  return (
    <>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={failures} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" aria-disabled={action.isPending}>
          {submit}
        </Button>
        <Button kind="secondary" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </>
  )
}
