import { useEffect, useState } from 'react'
import type { CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { NewDevicesState } from './class-calls.ts'
import { classMessages } from './messages.en.ts'

const { newDevices: words } = classMessages

/** An adult whom a child has just asked looks at a page that was opened before the lesson. */
const ASK_EVERY_MS = 15_000

type Props = {
  /** Whose devices they are. */
  of: 'ofClass' | 'ofFamily'
  /** Whether they have to wait. */
  wait: boolean
  /** The call that lets them in; the same function each time. */
  letIn: () => Promise<CallResult<NewDevicesState>>
  askAgain: () => void
  onLetIn: (answer: NewDevicesState) => void
}

/** Says that children cannot sign in on new devices, while that is so, and lets them in. */
export function NewDevices({ of, wait, letIn, askAgain, onLetIn }: Props) {
  const [isDone, setDone] = useState(false)
  const action = useAction(letIn)

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) askAgain()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [askAgain])

  async function doIt(): Promise<void> {
    const answer = await action.run()
    if (answer === null) return
    setDone(true)
    onLetIn(answer)
  }

  if (!wait) {
    return (
      <output className="block rounded-key bg-sunk px-4 py-3 font-bold empty:hidden">
        {isDone && words.done}
      </output>
    )
  }
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">{words.heading}</h2>
      <p>{words[of].why}</p>
      <Button
        kind="primary"
        className="justify-self-start"
        aria-disabled={action.isPending || action.waitSeconds > 0}
        onClick={() => void doIt()}
      >
        {words.letIn}
      </Button>
      <p className="text-ink-soft">{words[of].again}</p>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
    </Card>
  )
}
