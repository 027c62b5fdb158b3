import { useState, type ComponentType, type ReactNode } from 'react'
import type { InputType, Measured } from '../../../domain/learning/entry-time.ts'
import { Button } from '../../ui/button.tsx'
import { messages } from './messages.en.ts'

/** What this device stores about the player's warm-ups. */
export type WarmUpNotes = {
  readonly isWarmUpDue: (input: InputType) => boolean
  /** Notes that the warm-up was offered, whether or not the child took it. */
  readonly noteOffered: (input: InputType) => void
  readonly takeMeasured: (input: InputType, measured: Measured) => void
}

/** What a warm-up has measured; null if it was skipped. */
export type WarmUpResult = { readonly input: InputType; readonly measured: Measured } | null

type WarmUpScreen = ComponentType<{ onEnd: (result: WarmUpResult) => void }>

type WarmUpAtSetup = {
  readonly isOffered: boolean
  /** The running warm-up, to show in place of the setup. */
  readonly screen: ReactNode
  readonly begin: () => Promise<void>
  /** Withdraws the offer. */
  readonly skip: () => void
}

/** The input type that is likely on this device, before any key was pressed. */
function likelyInput(): InputType {
  return matchMedia('(pointer: coarse)').matches ? 'touch' : 'keyboard'
}

/** The warm-up that the setup offers. Its screen is loaded when a child wants it. */
export function useWarmUp(learning: WarmUpNotes): WarmUpAtSetup {
  const [input] = useState(likelyInput)
  const [isOffered, setIsOffered] = useState(() => learning.isWarmUpDue(input))
  const [Screen, setScreen] = useState<WarmUpScreen | null>(null)

  async function begin(): Promise<void> {
    const part = await import('./warm-up-screen.tsx').catch(() => null)
    if (part) setScreen(() => part.WarmUpScreen)
    // Without a connection, the warm-up is offered at the next visit instead.
    else setIsOffered(false)
  }

  function skip(): void {
    if (isOffered) learning.noteOffered(input)
    setIsOffered(false)
  }

  function end(result: WarmUpResult): void {
    skip()
    if (result) learning.takeMeasured(result.input, result.measured)
    setScreen(null)
  }

  return { isOffered, screen: Screen && <Screen onEnd={end} />, begin, skip }
}

type OfferProps = { onBegin: () => Promise<void>; onSkip: () => void }

/** Below the choices, or beside them if there is room, so that it does not move them. */
export function WarmUpOffer({ onBegin, onSkip }: OfferProps) {
  return (
    <div className="flex items-center justify-center gap-2 lg:absolute lg:bottom-0 lg:start-full lg:ms-4 lg:w-48 lg:flex-col lg:items-start">
      <p className="grow text-sm text-balance text-ink-soft">{messages.warmUp.offer}</p>
      <div className="flex">
        <Button kind="secondary" className="px-3 whitespace-nowrap" onClick={() => void onBegin()}>
          {messages.warmUp.begin}
        </Button>
        <Button kind="quiet" className="px-3 whitespace-nowrap" onClick={onSkip}>
          {messages.warmUp.notNow}
        </Button>
      </div>
    </div>
  )
}
