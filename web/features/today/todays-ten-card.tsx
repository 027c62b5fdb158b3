import type { ReactNode } from 'react'
import { TEN } from '../../../domain/todays-ten.ts'
import type { BadgeColor } from '../../../domain/badge.ts'
import type { Animal } from '../../../domain/nickname.ts'
import type { Today } from '../../lib/todays-ten.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { Button } from '../../ui/button.tsx'
import { Play } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProgressFrames } from '../../ui/progress-frames.tsx'
import { todayMessages } from './messages.en.ts'
import './today.css'

type Props = {
  heading: string
  /** Small, before the heading. */
  intro?: string
  /** Shown while nobody plays. */
  tagline?: string
  animal: Animal | null
  color?: BadgeColor | null
  /** Null while nobody plays. */
  today: Today | null
  /** Whether no time is left today for a new set. */
  usedUp?: boolean
  /** Whether it is not known yet who plays. */
  isWaiting?: boolean
  /** The bed practiced last, once it is loaded. */
  bed?: ReactNode
  onPlay: () => void
  /** Called when the pointer or focus is on the button. */
  onNear: () => void
}

/** A name of one such word has smaller letters, so that it fits beside the animal. */
const LONG_WORD = /[a-z]{13}/

/** The start of home: the child's animal, today's frame, and one button that leads straight to the next problem. */
export function TodaysTenCard(props: Props) {
  const {
    heading,
    intro,
    tagline,
    animal,
    color,
    today,
    usedUp = false,
    isWaiting = false,
    bed,
    onPlay,
    onNear,
  } = props
  const canPlay = !usedUp || today?.isInterrupted === true
  return (
    <section
      aria-label={todayMessages.name}
      className="today-card grid items-center gap-4 sm:gap-x-6 rounded-card border-2 border-line bg-sheet p-5 sm:p-6"
    >
      <div className="today-animal">
        <AnimalBadge animal={animal} color={color} size={144} />
      </div>
      {/* Another name for the guest is announced. */}
      <h1
        aria-live="polite"
        className={`today-heading leading-tight text-balance wrap-anywhere outline-none ${LONG_WORD.test(heading) ? 'text-lg lg:text-3xl' : 'text-2xl max-[22.5rem]:text-xl sm:text-3xl'}`}
      >
        {intro && <span className="block text-base font-bold text-ink-soft">{intro} </span>}
        <BreakableName name={heading} />
      </h1>
      <div className="today-frame">
        <ProgressFrames total={TEN} marks={today?.marks ?? []} />
      </div>
      {today && <div className="today-bed">{bed}</div>}
      <p className="today-words text-lg text-balance text-ink-soft">
        {today ? <Words today={today} canPlay={canPlay} /> : tagline}
      </p>
      {canPlay ? (
        <Button
          kind="primary"
          size="large"
          className="today-button text-3xl! sm:text-4xl!"
          disabled={isWaiting}
          onPointerEnter={onNear}
          onFocus={onNear}
          onClick={onPlay}
        >
          <Play size={44} />
          {buttonText(today)}
        </Button>
      ) : (
        <LinkButton kind="primary" size="large" className="today-button text-2xl!" href="/garden">
          {todayMessages.seeGarden}
        </LinkButton>
      )}
    </section>
  )
}

function buttonText(today: Today | null): string {
  if (!today) return todayMessages.playNow
  if (isPartial(today)) return todayMessages.keepGoing
  return today.filled > 0 ? todayMessages.tenMore : todayMessages.play
}

function isPartial({ marks }: Today): boolean {
  return marks.length > 0 && marks.length < TEN
}

function Words({ today, canPlay }: { today: Today; canPlay: boolean }) {
  const { filled, marks, readyTomorrow } = today
  if (!canPlay && filled === 0) return todayMessages.comeBack
  if (canPlay && isPartial(today)) {
    const left = TEN - marks.length
    return filled === 0 ? todayMessages.left(left) : todayMessages.leftAgain(left)
  }
  if (filled === 0) return todayMessages.empty
  return (
    <>
      <strong className="block text-ink">
        {filled === 1 ? todayMessages.full : todayMessages.filled(filled)}
      </strong>{' '}
      {readyTomorrow ? `${todayMessages.readyTomorrow(readyTomorrow)} ` : ''}
      {canPlay ? todayMessages.wantMore : todayMessages.comeBack}
    </>
  )
}
