import { Suspense, useCallback, useEffect, useState } from 'react'
import { lazyPage } from '../../lib/lazy-page.tsx'
import { whenIdle } from '../../lib/when-idle.ts'
import { Button } from '../../ui/button.tsx'
import { chooseState } from './guest-store.ts'
import { Flag } from './icons.tsx'
import { stateMessages } from './own-state-messages.en.ts'

const StatePicker = lazyPage(() => import('./state-picker.tsx').then((part) => part.StatePicker))

/** The state that the player's points count for, and a button to choose another one or none (decisions §4). */
export function OwnState({ state }: { state: string }) {
  const [dialog, setDialog] = useState<'unseen' | 'open' | 'closed'>('unseen')
  const close = useCallback(() => setDialog('closed'), [])
  // Few change their state, so the picker is not in the first load. It is prefetched, because it must work offline.
  useEffect(() => whenIdle(() => void StatePicker.prefetch()), [])
  return (
    <div className="flex items-center gap-2">
      <Flag size={20} />
      <p className="min-w-0 flex-1 leading-snug break-words">
        {state === '' ? stateMessages.none : stateMessages.own(state)}
      </p>
      <Button
        kind="secondary"
        aria-label={stateMessages.changeState}
        onClick={() => setDialog('open')}
        className="px-3!"
      >
        {stateMessages.change}
      </Button>
      {dialog !== 'unseen' && (
        <Suspense>
          <StatePicker
            open={dialog === 'open'}
            state={state}
            onChoose={(country, chosen) => {
              chooseState(country, chosen)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
