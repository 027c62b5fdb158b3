import { setUpdatesPaused, useUpdatesPaused } from '../lib/paused-updates.ts'
import { Button } from './button.tsx'
import { drawn } from './icon.tsx'
import { Play } from './icons.tsx'
import { pauseMessages as words } from './pause-updates.messages.en.ts'

const Pause = drawn('M8.5 5.5v13m7-13v13')

/** Stops the boards of the page from changing by themselves, for whoever is distracted by that (WCAG 2.2.2). */
export function PauseUpdates() {
  const isPaused = useUpdatesPaused()
  const label = isPaused ? words.resume : words.pause
  return (
    <Button
      kind="quiet"
      className="px-3!"
      aria-label={label}
      data-tooltip={label}
      onClick={() => setUpdatesPaused(!isPaused)}
    >
      {isPaused ? <Play /> : <Pause />}
    </Button>
  )
}
