import { setCalm, useCalm } from '../lib/calm.ts'
import { messages } from './messages.en.ts'
import { Toggle } from './toggle.tsx'

/** Turns calm mode on and off. */
export function CalmToggle({ onChoose = setCalm }: { onChoose?: (on: boolean) => void }) {
  return <Toggle label={messages.calm} hint={messages.calmHint} checked={useCalm()} onChange={onChoose} />
}
