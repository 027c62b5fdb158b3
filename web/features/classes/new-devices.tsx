import { useCallback, useEffect, useState } from 'react'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { classCalls } from './class-calls.ts'
import { classMessages } from './messages.en.ts'

const { newDevices: words } = classMessages

/** A teacher whom a child has just asked looks at a page that was opened before the lesson. */
const ASK_EVERY_MS = 15_000

type Props = {
  classId: string
  /** Whether new devices of the class have to wait. */
  wait: boolean
  askAgain: () => void
  onLetIn: (answer: { newDevicesWait: boolean }) => void
}

/** Says that children cannot sign in on new devices, while that is so, and lets them in. */
export function NewDevices({ classId, wait, askAgain, onLetIn }: Props) {
  const [isDone, setDone] = useState(false)
  const action = useAction(
    useCallback(() => sessionCall(classCalls.letIn, { params: { classId } }), [classId]),
  )

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) askAgain()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [askAgain])

  async function letIn(): Promise<void> {
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
      <p>{words.why}</p>
      <Button
        kind="primary"
        className="justify-self-start"
        aria-disabled={action.isPending || action.waitSeconds > 0}
        onClick={() => void letIn()}
      >
        {words.letIn}
      </Button>
      <p className="text-ink-soft">{words.again}</p>
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
    </Card>
  )
}
