import { useCallback, useEffect, useState } from 'react'
import type { NewDevicesState } from '../../../contract/classes.ts'
import type { CallResult } from '../../lib/api.ts'
import { nowMs } from '../../lib/now.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { classMessages } from './messages.en.ts'

const { newDevices: words } = classMessages

/** An adult whom a child has just asked looks at a page that was opened before the lesson. */
const ASK_EVERY_MS = 15_000
const MINUTES = [5, 15, 30, 60].map((value) => ({ value, label: words.minutes(value) }))
const USUAL_MINUTES = 15

type Props = {
  /** The class or family of the devices. */
  of: 'ofClass' | 'ofFamily'
  state: NewDevicesState
  /** Shows nothing unless children wait. */
  isOnlyWaiting?: boolean
  /** Opens a sign-in window of this many minutes. Must be the same function in every render. */
  openSignInWindow: (minutes: number) => Promise<CallResult<NewDevicesState>>
  refetch: () => void
  onOpened: (answer: NewDevicesState) => void
}

/** Says whether children can sign in on new devices, and lets them in for a while. */
export function NewDevices({ of, state, isOnlyWaiting = false, openSignInWindow, refetch, onOpened }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [minutes, setMinutes] = useState(USUAL_MINUTES)
  const action = useAction(useCallback(() => openSignInWindow(minutes), [openSignInWindow, minutes]))
  const isOpen = state.signInWindowUntil !== null && state.signInWindowUntil > nowMs()

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refetch()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [refetch])

  function done(answer: NewDevicesState): void {
    showToast(words.done)
    onOpened(answer)
  }

  const button = (kind: 'primary' | 'quiet') => (
    <Button kind={kind} className="justify-self-start" onClick={() => setAsking(true)}>
      {words[of].openSignInWindow}
    </Button>
  )
  return (
    <>
      {state.newDevicesWait && (
        <Card className="grid gap-3">
          <h2 className="text-xl">{words.heading}</h2>
          <p>{words[of].why}</p>
          {button('primary')}
          <p className="text-ink-soft">{words[of].again}</p>
        </Card>
      )}
      {!state.newDevicesWait && !isOnlyWaiting && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
          <output className={isOpen ? 'font-bold' : 'text-ink-soft'}>
            {isOpen ? words.openUntil(state.signInWindowUntil ?? 0) : words[of].idle}
          </output>
          {button('quiet')}
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        title={words[of].openSignInWindow}
        doIt={words.doIt}
        action={action}
        onDone={done}
        onClose={() => setAsking(false)}
      >
        <p>{words.text}</p>
        <ChoiceGroup legend={words.howLong} choices={MINUTES} value={minutes} onChange={setMinutes} />
      </ConfirmDialog>
    </>
  )
}
