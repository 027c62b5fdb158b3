import { Flag } from './icons.tsx'
import { ChooseState } from './choose-state.tsx'
import { chooseState } from './guest-store.ts'
import { stateMessages } from './own-state-messages.en.ts'

/** The state that the player's points count for, and a button to choose another one or none (decisions §4). */
export function OwnState({ state }: { state: string }) {
  return (
    <div className="flex items-center gap-2">
      <Flag size={20} />
      <p className="min-w-0 flex-1 leading-snug break-words">
        {state === '' ? stateMessages.none : stateMessages.own(state)}
      </p>
      <ChooseState state={state} onChoose={chooseState} />
    </div>
  )
}
