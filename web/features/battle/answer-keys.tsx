import type { MouseEvent, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { messages } from './messages.en.ts'
import { useBattle, useSession } from './use-battle.ts'

/** Keeps the focus in the answer box. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** The keypad, with Submit beside it. */
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
          // First, because the button gets disabled, and a disabled button loses the focus.
          answer.current?.focus({ preventScroll: true })
          session.submit()
        }}
      >
        {messages.arena.submit}
      </Button>
    </div>
  )
}
