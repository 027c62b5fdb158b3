import { memo, type RefObject } from 'react'
import type { Fact } from '../../../domain/fact.ts'
import { visualModelFor } from '../../../domain/visual-model.ts'
import { Button } from '../../ui/button.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { VisualModelView } from '../../ui/visual-model-view.tsx'
import { currentFact } from './current-fact.ts'
import { messages } from './messages.en.ts'
import { usePracticeRun, useSettledView, useView } from './use-run.ts'
import { Eye } from './icons.tsx'

/** Where the picture of the problem stands, or 'Show me' while it is not shown. Its place is kept either way. */
export function VisualPlace({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const shown = useView(({ state }) => 'visualUsed' in state && state.visualUsed)
  const canShow = useView(({ state }) => state.stage === 'asking' || state.stage === 'retry')
  return (
    <div className="practice-visual">
      {shown ? <CurrentPicture /> : canShow && <ShowMe answer={answer} />}
    </div>
  )
}

function ShowMe({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const run = usePracticeRun()
  return (
    <Button
      kind="quiet"
      onClick={() => {
        // Before the button goes and would take the focus with it.
        answer.current?.focus({ preventScroll: true })
        run.send({ type: 'show_visual' })
      }}
    >
      <Eye />
      {messages.problem.showMe}
    </Button>
  )
}

/** It changes a frame after the problem: taking down a hundred dots and putting up others would hold up the problem itself. */
function CurrentPicture() {
  const fact = useSettledView(({ state }) => currentFact(state))
  return fact !== null && <Picture fact={fact} />
}

const Picture = memo(function Picture({ fact }: { fact: Fact }) {
  return (
    <div className={`practice-picture ${OPERATION_TONES[fact.operation].text}`}>
      <VisualModelView model={visualModelFor(fact)} label={messages.problem.visualLabel(fact)} />
    </div>
  )
})
