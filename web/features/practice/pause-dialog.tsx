import { useEffect, useRef } from 'react'
import { setSoundOn, useSoundOn } from '../../lib/sound.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { messages } from './messages.en.ts'
import { RaceToggle } from './race-toggle.tsx'
import { usePracticeRun, useView } from './use-run.ts'
import { WhyThis } from './why.tsx'

const TITLES = {
  end: messages.paused.endTitle,
  why: messages.why.title,
  nobody_there: messages.paused.nobodyThere,
}

/**
 * Shown while the clock is stopped and the problem is hidden. Offers settings, confirms ending the session, or explains why
 * this problem is asked.
 */
export function PauseDialog({ open }: { open: boolean }) {
  const run = usePracticeRun()
  const pausedFor = useView((view) => view.pausedFor)
  const goOn = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) goOn.current?.focus()
  }, [open])
  return (
    <Dialog
      open={open}
      title={pausedFor === null ? messages.paused.title : TITLES[pausedFor]}
      onClose={() => run.send({ type: 'resume' })}
      actions={
        <>
          {pausedFor !== 'why' && (
            <Button kind="secondary" onClick={() => run.send({ type: 'end' })}>
              {messages.paused.end}
            </Button>
          )}
          <Button ref={goOn} kind="primary" onClick={() => run.send({ type: 'resume' })}>
            {messages.paused.resume}
          </Button>
        </>
      }
    >
      {pausedFor === 'why' && <WhyThis />}
      {pausedFor === 'end' && <EndLead />}
      {pausedFor === 'nobody_there' && <p className="text-lg">{messages.paused.nobodyThereLead}</p>}
      {pausedFor === null && <Settings />}
    </Dialog>
  )
}

function EndLead() {
  const answered = useView(({ state }) => ('session' in state ? state.session.answered.length : 0))
  return <p className="text-lg">{messages.paused.endLead(answered)}</p>
}

function Settings() {
  const run = usePracticeRun()
  const soundOn = useSoundOn()
  const showVisual = useView((view) => view.showVisual)
  const sessionType = useView(({ state }) => ('session' in state ? state.session.sessionType : ''))
  return (
    <>
      <p className="text-lg">{messages.paused.lead}</p>
      <div className="mt-4 flex flex-col gap-2">
        <Toggle label={messages.paused.visualModels} checked={showVisual} onChange={run.setShowVisual} />
        <Toggle label={messages.paused.sound} checked={soundOn} onChange={setSoundOn} />
        <RaceToggle sessionType={sessionType} />
      </div>
    </>
  )
}
