import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { useStore } from 'zustand'
import { measuredEntry } from '../../../domain/learning/entry-time.ts'
import { numberToCopy, WARM_UP_NUMBERS, warmUpNumbers } from '../../../domain/learning/warm-up.ts'
import { useAnswerKeys } from '../../lib/answer-keys.ts'
import { useWholeScreen } from '../../lib/whole-screen.ts'
import { ANSWER_BOX } from '../../ui/answer-box.ts'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import '../../ui/play.css'
import type { ProgressMark } from '../../../domain/todays-ten.ts'
import { ProgressFrames } from '../../ui/progress-frames.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Close } from './icons.tsx'
import { messages } from './messages.en.ts'
import { warmUpMessages } from './warm-up.messages.en.ts'
import './practice.css'
import type { WarmUpResult } from './warm-up-offer.tsx'
import { WarmUpRun } from './warm-up-run.ts'

const NUMBER_ID = 'number-to-copy'
const WIDEST_NUMBER = '88'

/** Keeps the focus in the answer box. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()
const submit = (run: WarmUpRun): void => run.submit()

/** Ten numbers to copy, on a screen like that of a problem. `onEnd` gets what was measured, or null if it was skipped. */
export function WarmUpScreen({ onEnd }: { onEnd: (result: WarmUpResult) => void }) {
  const [run] = useState(() => new WarmUpRun(warmUpNumbers(Math.random)))
  const state = useStore(run.state)
  const box = useRef<HTMLInputElement>(null)
  useWholeScreen(true)
  useAnswerKeys(run, box, submit)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  useLayoutEffect(() => {
    if (state.stage === 'finished') {
      showToast(warmUpMessages.thanks)
      onEnd({ input: state.input, measured: measuredEntry(state.samples) })
    }
    if (state.stage === 'skipped') onEnd(null)
  }, [state, onEnd])

  const number = numberToCopy(state)
  if (state.stage !== 'copying' || number === null) return null
  return (
    <div translate="no" className="play-screen practice-screen">
      <Bar copied={state.copied.length} onSkip={run.skip} />
      <div className="practice-board">
        <h1 className="self-end pb-4 text-center text-2xl">{warmUpMessages.title}</h1>
        <div className="play-question">
          <div className="play-problem" data-widest={WIDEST_NUMBER}>
            <p id={NUMBER_ID}>{number}</p>
          </div>
          <input
            {...ANSWER_BOX}
            ref={box}
            value={state.draft}
            aria-label={warmUpMessages.copyLabel}
            aria-describedby={NUMBER_ID}
            onChange={({ currentTarget }) => run.setDraft(currentTarget.value)}
          />
        </div>
        <div className="play-feedback">
          <output>{state.again && <strong>{warmUpMessages.again}</strong>}</output>
        </div>
      </div>
      <div className="play-keys">
        <Keypad onDigit={run.press} onBackspace={run.backspace} onClear={run.clear} />
        <Button
          kind="primary"
          className="play-submit"
          disabled={state.draft === ''}
          onMouseDown={keepFocus}
          onClick={() => {
            // First, because the button gets disabled, and a disabled button loses the focus.
            box.current?.focus({ preventScroll: true })
            run.submit()
          }}
        >
          {messages.problem.submit}
        </Button>
      </div>
      <output className="sr-only">{warmUpMessages.spokenNumber(number)}</output>
    </div>
  )
}

/** The bar at the top: Skip and progress. */
function Bar({ copied, onSkip }: { copied: number; onSkip: () => void }) {
  const marks = Array.from({ length: copied }, (): ProgressMark => 'first')
  return (
    <div className="practice-bar">
      <div className="practice-bar-left">
        <Button kind="quiet" className="px-3" onMouseDown={keepFocus} onClick={onSkip}>
          <Close />
          {warmUpMessages.skip}
        </Button>
      </div>
      {/* Hidden from screen readers, which read the text beside it. */}
      <div className="practice-progress" aria-hidden="true">
        <ProgressFrames total={WARM_UP_NUMBERS} marks={marks} />
      </div>
      <p className="practice-bar-right px-3 text-xl font-bold tabular-nums">
        {warmUpMessages.progress(copied + 1, WARM_UP_NUMBERS)}
      </p>
    </div>
  )
}
