import { useEffect, useRef } from 'react'
import { setSoundOn, useSoundOn } from '../../lib/sound.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { messages } from './messages.en.ts'
import { usePracticeRun, useView } from './use-run.ts'

/** The clock is stopped and the problem is out of sight: to set what helps, or to be asked once whether to end. */
export function PauseDialog({ open }: { open: boolean }) {
  const run = usePracticeRun()
  const soundOn = useSoundOn()
  const showVisual = useView((view) => view.showVisual)
  const endAsked = useView((view) => view.endAsked)
  const answered = useView(({ state }) => ('session' in state ? state.session.answered.length : 0))
  const goOn = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) goOn.current?.focus()
  }, [open])
  return (
    <Dialog
      open={open}
      title={endAsked ? messages.paused.endTitle : messages.paused.title}
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
      <p className="text-lg">{endAsked ? messages.paused.endLead(answered) : messages.paused.lead}</p>
      {!endAsked && (
        <div className="mt-4 flex flex-col gap-2">
          <Toggle label={messages.paused.visualModels} checked={showVisual} onChange={run.setShowVisual} />
          <Toggle label={messages.paused.sound} checked={soundOn} onChange={setSoundOn} />
        </div>
      )}
    </Dialog>
  )
}
