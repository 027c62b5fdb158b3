import type { MouseEvent, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { messages } from './messages.en.ts'
import { useBattle, useSession } from './use-battle.ts'

/** A press must not take the focus from the answer. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Under the thumbs: the keypad, and beside it Submit. */
export function AnswerKeys({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const session = useSession()
  const isBlank = useBattle((view) => view.draft === '')
  return (
    <div className="play-keys">
      <Keypad onDigit={session.type} onBackspace={session.backspace} onClear={session.clear} />
      <Button
        kind="primary"
        className="play-submit"
        disabled={isBlank}
        onMouseDown={keepFocus}
        onClick={() => {
          // Before the button goes out of service and would take the focus with it.
          answer.current?.focus({ preventScroll: true })
          session.submit()
        }}
      >
        {messages.arena.submit}
      </Button>
    </div>
  )
}
