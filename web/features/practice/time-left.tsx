import { useEffect, useState, type MouseEvent } from 'react'
import { remainingMs } from '../../../domain/practice.ts'
import { Button } from '../../ui/button.tsx'
import { setClockHidden, useClockHidden } from './clock-choice.ts'
import { messages } from './messages.en.ts'
import { steadyNowMs } from './steady-now.ts'
import { usePracticeRun } from './use-run.ts'
import { Clock, ClockOff, Eye } from './icons.tsx'

const keepFocus = (event: MouseEvent): void => event.preventDefault()

const GLIMPSE_MS = 3000

/**
 * The clock, which can be hidden. It is silent: a screen reader hears the time left when its button is pressed, and a
 * hidden clock shows it for 3 s.
 */
export function TimeLeft({ onAskTime }: { onAskTime: (spoken: string) => void }) {
  const run = usePracticeRun()
  const hidden = useClockHidden()
  const [glimpse, setGlimpse] = useState(false)
  useEffect(() => {
    if (!glimpse) return undefined
    const timer = setTimeout(setGlimpse, GLIMPSE_MS, false)
    return () => clearTimeout(timer)
  }, [glimpse])
  const label = hidden ? messages.time.show : messages.time.hide
  return (
    <>
      <Button
        kind="quiet"
        className="practice-time"
        aria-label={messages.time.timeLeft}
        title={messages.time.timeLeft}
        onMouseDown={keepFocus}
        onClick={() => {
          onAskTime(messages.time.spokenTimeLeft(remainingMs(run.view().state, steadyNowMs())))
          setGlimpse(true)
        }}
      >
        {hidden && !glimpse ? <Clock /> : <RunningClock />}
      </Button>
      <Button
        kind="quiet"
        className="px-3"
        aria-label={label}
        title={label}
        onMouseDown={keepFocus}
        onClick={() => setClockHidden(!hidden)}
      >
        {hidden ? <Eye /> : <ClockOff />}
      </Button>
    </>
  )
}

/** Draws itself anew once a second and takes nothing else with it. */
function RunningClock() {
  const run = usePracticeRun()
  const [text, setText] = useState(() => messages.time.clock(remainingMs(run.view().state, steadyNowMs())))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = (): void => {
      const leftMs = remainingMs(run.view().state, steadyNowMs())
      setText(messages.time.clock(leftMs))
      // Just after the shown second turns, whatever delayed this one.
      timer = setTimeout(show, (leftMs % 1000) + 5)
    }
    show()
    return () => clearTimeout(timer)
  }, [run])
  return <span aria-hidden="true">{text}</span>
}
