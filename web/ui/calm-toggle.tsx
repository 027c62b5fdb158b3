import { setCalm, useCalm } from '../lib/calm.ts'
import { messages } from './messages.en.ts'
import { Toggle } from './toggle.tsx'

/** Turns calm mode on and off. `onChoose` also gets each choice. */
export function CalmToggle({ onChoose }: { onChoose?: (on: boolean) => void }) {
  function choose(on: boolean): void {
    setCalm(on)
    onChoose?.(on)
  }
  return <Toggle label={messages.calm} hint={messages.calmHint} checked={useCalm()} onChange={choose} />
}
