import { useEffect, useState, type MouseEvent } from 'react'
import { remainingMs } from '../../../domain/practice-state.ts'
import { Button } from '../../ui/button.tsx'
import { messages } from './messages.en.ts'
import { steadyNowMs } from '../../lib/now.ts'
import { usePracticeRun, useView } from './use-run.ts'

const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** The clock, if the session has one. Screen readers announce the time left only when it is pressed. */
export function TimeLeft({ announce }: { announce: (text: string) => void }) {
  const run = usePracticeRun()
  const hasClock = useView(({ state }) => 'session' in state && state.session.hasClock)
  if (!hasClock) return null
  return (
    <Button
      kind="quiet"
      className="practice-time not-calm"
      aria-label={messages.time.timeLeft}
      data-tooltip={messages.time.timeLeft}
      onMouseDown={keepFocus}
      onClick={() =>
        announce(messages.time.spokenTimeLeft(remainingMs(run.view.getState().state, steadyNowMs())))
      }
    >
      <RunningClock />
    </Button>
  )
}

/** Re-renders only itself, once a second. */
function RunningClock() {
  const run = usePracticeRun()
  const [leftMs, setLeftMs] = useState(() => remainingMs(run.view.getState().state, steadyNowMs()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = (): void => {
      const ms = remainingMs(run.view.getState().state, steadyNowMs())
      setLeftMs(ms)
      // Just after the displayed second changes, however late this update was.
      timer = setTimeout(show, (ms % 1000) + 5)
    }
    show()
    return () => clearTimeout(timer)
  }, [run])
  return <span aria-hidden="true">{messages.time.clock(leftMs)}</span>
}
