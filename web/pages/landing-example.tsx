import { TenFrames } from '../ui/ten-frames.tsx'
import { landingMessages } from './landing-page.messages.en.ts'

/** A practice card as a picture (specification §2); it is not interactive. */
export function LandingExample() {
  const { example } = landingMessages
  return (
    <figure className="rounded-card border-2 border-ink bg-sheet p-6 sm:p-8">
      <figcaption className="sr-only">{example.caption}</figcaption>
      <div className="flex justify-between gap-4 tabular-nums">
        <span className="font-bold">{example.place}</span>
        <span>{example.timer}</span>
      </div>
      <progress
        aria-label={example.progress}
        max={100}
        value={example.progressPercent}
        className="mt-3 block h-3 w-full appearance-none overflow-hidden rounded-full border-2 border-ink bg-sunk [&::-moz-progress-bar]:bg-addition [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-addition"
      />
      <p className="mt-8 text-center text-5xl font-bold tabular-nums sm:text-6xl">{example.problem}</p>
      <div className="mx-auto mt-8 max-w-xs">
        <TenFrames first={7} second={8} crossedOut={0} label={example.frames} />
      </div>
      <input
        readOnly
        aria-label={example.answer}
        placeholder="?"
        className="mt-8 block min-h-16 w-full rounded-key border-2 border-edge bg-paper text-center text-3xl font-bold placeholder:text-ink-soft"
      />
    </figure>
  )
}
