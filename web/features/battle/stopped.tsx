import { Button } from '../../ui/button.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import type { StopCode } from './flow-state.ts'
import { messages } from './messages.en.ts'
import { useBattle, useSession } from './use-battle.ts'
import { useEnter } from './use-enter.ts'

/** Refusals after which trying again is pointless. */
const FINAL: readonly StopCode[] = ['unknown_queue', 'unknown_battle']

/** Shown when the server has refused or another tab has taken over. */
export function Stopped({ code }: { code: StopCode }) {
  const session = useSession()
  const enter = useEnter()
  return (
    <div className="page-width flex flex-1 flex-col gap-6 pt-3">
      <BackToGuest />
      <div className="flex flex-1 flex-col items-center justify-center gap-5 text-center">
        <EmptyFrame />
        <div role="alert" className="flex flex-col items-center gap-3">
          <StageHeading className="text-3xl! sm:text-4xl!">{messages.stopped.title(code)}</StageHeading>
          <p className="max-w-md text-lg text-ink-soft">{messages.stopped.text(code)}</p>
        </div>
        <div className="flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col-reverse">
          <Button kind="secondary" size="large" onClick={() => enter({ to: 'lobby' })}>
            {messages.stopped.toLobby}
          </Button>
          {!FINAL.includes(code) && (
            <Button kind="primary" size="large" onClick={session.again}>
              {code === 'taken_over' ? messages.stopped.playHere : messages.stopped.again}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** One line of text while the connection is lost (look and feel), in a strip reserved for it. */
export function ConnectionLost({ text }: { text: string }) {
  const isLost = useBattle(
    ({ flow }) => flow.stage === 'battle' && flow.play.stage !== 'ended' && flow.play.link !== 'live',
  )
  return (
    <output className="battle-lost">
      {isLost && (
        <p className="rounded-key bg-thinking px-4 py-1 text-center text-sm font-bold text-on-thinking">
          {text}
        </p>
      )}
    </output>
  )
}
