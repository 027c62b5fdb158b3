import { Suspense, useCallback, useEffect, useState } from 'react'
import { lazyPage } from '../../lib/lazy-page.tsx'
import { whenIdle } from '../../lib/when-idle.ts'
import type { ButtonKind } from '../../ui/button-style.ts'
import { Button } from '../../ui/button.tsx'
import { stateMessages } from './own-state-messages.en.ts'

const StatePicker = lazyPage(() => import('./state-picker.tsx').then((part) => part.StatePicker))

type Props = {
  /** Primary where the choice is the main action. */
  kind?: ButtonKind
  className?: string
  /** The name of the current state or region; '' for none. */
  state: string
  /** Gets the country's code and the region's name on the boards, both '' for none. */
  onChoose: (country: string, state: string) => void
}

/** A button that opens the list of states. */
export function ChooseState({ kind = 'secondary', className = '', state, onChoose }: Props) {
  const [dialog, setDialog] = useState<'unseen' | 'open' | 'closed'>('unseen')
  const close = useCallback(() => setDialog('closed'), [])
  // Few change their state, so the picker is not in the first load. It is prefetched, because it must work offline.
  useEffect(() => whenIdle(() => void StatePicker.prefetch()), [])
  return (
    <>
      <Button
        kind={kind}
        aria-label={stateMessages.changeState}
        onClick={() => setDialog('open')}
        className={`shrink-0 px-3! ${className}`}
      >
        {state === '' ? stateMessages.choose : stateMessages.change}
      </Button>
      {dialog !== 'unseen' && (
        <Suspense>
          <StatePicker
            open={dialog === 'open'}
            state={state}
            onChoose={(country, chosen) => {
              onChoose(country, chosen)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
