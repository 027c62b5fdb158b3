import { useState, type ComponentType, type ReactNode } from 'react'
import type { InputType, Measured } from '../../../domain/learning/entry-time.ts'
import { Button } from '../../ui/button.tsx'
import { messages } from './messages.en.ts'

/** What is remembered on this device of the warm-ups of who plays. */
export type WarmUpNotes = {
  readonly isWarmUpDue: (input: InputType) => boolean
  /** The warm-up was offered, whether the child took it or not. */
  readonly noteOffered: (input: InputType) => void
  readonly takeMeasured: (input: InputType, measured: Measured) => void
}

/** What a finished warm-up has shown; null for one that was skipped. */
export type WarmUpResult = { readonly input: InputType; readonly measured: Measured } | null

type WarmUpScreen = ComponentType<{ onEnd: (result: WarmUpResult) => void }>

type WarmUpAtSetup = {
  readonly isOffered: boolean
  /** The warm-up while it is under way, in place of the setup. */
  readonly screen: ReactNode
  readonly begin: () => Promise<void>
  /** The child goes on without it. */
  readonly pass: () => void
}

/** The way of entering numbers that is likely here, before any key was pressed. */
function likelyInput(): InputType {
  return matchMedia('(pointer: coarse)').matches ? 'touch' : 'keyboard'
}

/** The warm-up as the setup offers it. Its screen is fetched when a child wants it. */
export function useWarmUp(learning: WarmUpNotes): WarmUpAtSetup {
  const [input] = useState(likelyInput)
  const [isOffered, setIsOffered] = useState(() => learning.isWarmUpDue(input))
  const [Screen, setScreen] = useState<WarmUpScreen | null>(null)

  async function begin(): Promise<void> {
    const part = await import('./warm-up-screen.tsx').catch(() => null)
    if (part) setScreen(() => part.WarmUpScreen)
    // Without a connection there is no warm-up now; the next visit offers it again.
    else setIsOffered(false)
  }

  function pass(): void {
    if (isOffered) learning.noteOffered(input)
    setIsOffered(false)
  }

  function end(result: WarmUpResult): void {
    pass()
    if (result) learning.takeMeasured(result.input, result.measured)
    setScreen(null)
  }

  return { isOffered, screen: Screen && <Screen onEnd={end} />, begin, pass }
}

type OfferProps = { onBegin: () => Promise<void>; onPass: () => void }

/** Below the choices, or beside them where there is room: it moves nothing that was there before. */
export function WarmUpOffer({ onBegin, onPass }: OfferProps) {
  return (
    <div className="flex items-center justify-center gap-2 lg:absolute lg:bottom-0 lg:left-full lg:ms-4 lg:w-48 lg:flex-col lg:items-start">
      <p className="grow text-sm text-balance text-ink-soft">{messages.warmUp.offer}</p>
      <div className="flex">
        <Button kind="secondary" className="px-3 whitespace-nowrap" onClick={() => void onBegin()}>
          {messages.warmUp.begin}
        </Button>
        <Button kind="quiet" className="px-3 whitespace-nowrap" onClick={onPass}>
          {messages.warmUp.notNow}
        </Button>
      </div>
    </div>
  )
}
