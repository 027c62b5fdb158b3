import { useEffect, useRef, type MouseEvent, type RefObject } from 'react'
import { useAnswerKeys } from '../../lib/answer-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { messages } from './messages.en.ts'
import type { PracticeRun } from './practice-run.ts'
import { isReady } from './practice-view.ts'
import { usePracticeRun, useView } from './use-run.ts'

/** Keeps the focus in the answer box. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

function enter(run: PracticeRun): void {
  if (run.view.getState().state.stage === 'revealed') run.goOn()
  else run.submit()
}

/** The keypad, with Submit beside it, or Continue once the answer is shown. */
export function AnswerKeys({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const run = usePracticeRun()
  useAnswerKeys(run, answer, enter)
  const awaited = useView(({ state }) => state.stage === 'asking')
  const revealed = useView(({ state }) => state.stage === 'revealed')
  return (
    <div className="play-keys">
      <Keypad onDigit={run.press} onBackspace={run.backspace} onClear={run.clear} disabled={!awaited} />
      {revealed ? <ContinueButton /> : <SubmitButton answer={answer} />}
    </div>
  )
}

function SubmitButton({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const run = usePracticeRun()
  const ready = useView(({ state, draft }) => isReady(state, draft))
  return (
    <Button
      kind="primary"
      className="play-submit"
      disabled={!ready}
      onMouseDown={keepFocus}
      onClick={() => {
        // First, because the button gets disabled, and a disabled button loses the focus.
        answer.current?.focus({ preventScroll: true })
        run.submit()
      }}
    >
      {messages.problem.submit}
    </Button>
  )
}

/** Goes on from the answer that is shown. */
function ContinueButton() {
  const run = usePracticeRun()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <Button ref={button} kind="primary" className="play-submit" onClick={run.goOn}>
      {messages.problem.continue}
    </Button>
  )
}
