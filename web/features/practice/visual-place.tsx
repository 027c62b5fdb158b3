import { memo, useState, type MouseEvent, type RefObject } from 'react'
import type { Fact } from '../../../domain/fact.ts'
import type { Hint } from '../../../domain/learning/hint.ts'
import { oneGroupModel, secondModelFor, visualModelFor } from '../../../domain/visual-model.ts'
import { Button } from '../../ui/button.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { VisualModelView } from '../../ui/visual-model-view.tsx'
import { currentFact } from './practice-view.ts'
import { messages } from './messages.en.ts'
import { useHelp } from './use-help.ts'
import { usePracticeRun, useView } from './use-run.ts'
import { Eye } from './icons.tsx'

/** The picture of the problem, or 'Show me' while it is hidden. Its space is always reserved. */
export function VisualPlace({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const shown = useView(({ state }) => 'visualUsed' in state && state.visualUsed)
  const canShow = useView(({ state }) => state.stage === 'asking')
  // The child's choice between two pictures is also for the next problems.
  const [chosen, setChosen] = useState<boolean | null>(null)
  return (
    <div className="practice-visual">
      {shown ? (
        <CurrentPicture chosen={chosen} onChoose={setChosen} />
      ) : (
        canShow && <ShowMe answer={answer} />
      )}
    </div>
  )
}

function ShowMe({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const run = usePracticeRun()
  return (
    <Button
      kind="quiet"
      onClick={() => {
        // First, because the button is about to be removed, and the focus with it.
        answer.current?.focus({ preventScroll: true })
        run.send({ type: 'show_visual' })
      }}
    >
      <Eye />
      {messages.problem.showMe}
    </Button>
  )
}

/** `chosen`: whether the child has chosen the second picture; null without a choice. */
type Choice = { chosen: boolean | null; onChoose: (second: boolean) => void }
type Switch = { second: boolean; onSwitch: () => void }

function CurrentPicture({ chosen, onChoose }: Choice) {
  const help = useHelp()
  const fact = useView(({ state }) => currentFact(state))
  // Nothing is animated during the first attempt.
  const missed = useView(({ state }) => 'attempt' in state && (state.stage !== 'asking' || state.attempt > 1))
  if (fact === null) return null
  const canSwitch = secondModelFor(fact) !== null
  // A counting error is easiest to see on the number line.
  const second = chosen ?? help?.picture === 'number_line'
  return (
    <>
      <Picture fact={fact} second={second} hint={help?.hint ?? null} animated={missed} />
      {canSwitch && <SwitchPicture second={second} onSwitch={() => onChoose(!second)} />}
    </>
  )
}

/** Keeps the focus in the answer box. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Switches to the other picture, which its label names. */
function SwitchPicture({ second, onSwitch }: Switch) {
  return (
    <Button kind="quiet" onMouseDown={keepFocus} onClick={onSwitch}>
      <Eye />
      {second ? messages.problem.showTenFrames : messages.problem.showNumberLine}
    </Button>
  )
}

type PictureProps = { fact: Fact; second: boolean; hint: Hint | null; animated: boolean }

const Picture = memo(function Picture({ fact, second, hint, animated }: PictureProps) {
  const oneGroup = hint?.type === 'one_group' ? oneGroupModel(fact, hint) : null
  const model = oneGroup ?? (second ? secondModelFor(fact) : null) ?? visualModelFor(fact)
  return (
    <div className={`practice-picture ${OPERATION_TONES[fact.operation].text}`}>
      <VisualModelView model={model} label={messages.problem.visualLabel(fact, model)} animated={animated} />
    </div>
  )
})
