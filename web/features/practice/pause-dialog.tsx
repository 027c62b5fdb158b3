import { useEffect, useRef } from 'react'
import { setSoundOn, useSoundOn } from '../../lib/sound.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { setClockHidden, useClockHidden } from './clock-choice.ts'
import { messages } from './messages.en.ts'
import { usePracticeRun, useView } from './use-run.ts'

/** The clock stands still and the problem is out of sight; here the child sets what helps. */
export function PauseDialog({ open }: { open: boolean }) {
  const run = usePracticeRun()
  const soundOn = useSoundOn()
  const clockHidden = useClockHidden()
  const showVisual = useView((view) => view.showVisual)
  const goOn = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) goOn.current?.focus()
  }, [open])
  return (
    <Dialog
      open={open}
      title={messages.paused.title}
      onClose={() => run.send({ type: 'resume' })}
      actions={
        <>
          <Button kind="secondary" onClick={() => run.send({ type: 'end' })}>
            {messages.paused.end}
          </Button>
          <Button ref={goOn} kind="primary" onClick={() => run.send({ type: 'resume' })}>
            {messages.paused.resume}
          </Button>
        </>
      }
    >
      <p className="text-lg">{messages.paused.lead}</p>
      <div className="mt-4 flex flex-col gap-2">
        <Toggle label={messages.paused.visualModels} checked={showVisual} onChange={run.setShowVisual} />
        <Toggle label={messages.paused.sound} checked={soundOn} onChange={setSoundOn} />
        <Toggle
          label={messages.paused.showClock}
          checked={!clockHidden}
          onChange={(shown) => setClockHidden(!shown)}
        />
      </div>
    </Dialog>
  )
}
