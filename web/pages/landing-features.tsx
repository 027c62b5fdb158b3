import type { ReactNode } from 'react'
import { ArrayModel } from '../ui/array-model.tsx'
import { NumberLine } from '../ui/number-line.tsx'
import { ProgressFrames } from '../ui/progress-frames.tsx'
import { TenFrames } from '../ui/ten-frames.tsx'
import { OfferText } from './landing-offer.tsx'
import { landingMessages, type Offer } from './landing-page.messages.en.ts'

const { features } = landingMessages

/** Days until a known fact is asked again (domain/learning/update.ts). */
const INTERVALS = [2, 3, 5, 8] as const

const MARKS = [
  'first',
  'first',
  'later',
  'first',
  'missed',
  'first',
  'first',
  'later',
  'first',
  'first',
  'first',
] as const

/** Three features, each with its own layout. */
export function LandingFeatures() {
  return (
    <section id="features" aria-labelledby="features-title" className="page-width scroll-mt-6 pt-20">
      <h2 id="features-title" className="text-4xl leading-tight">
        {features.title}
      </h2>
      <Feature offer={features.engine}>
        <Intervals />
      </Feature>
      <VisualLearning />
      <Feature offer={features.motivation}>
        <div className="mx-auto w-full max-w-md">
          <ProgressFrames total={20} marks={MARKS} />
        </div>
      </Feature>
    </section>
  )
}

function Feature({ offer, children }: { offer: Offer; children: ReactNode }) {
  return (
    <div className="grid items-center gap-x-16 gap-y-8 py-10 md:grid-cols-2">
      <div className="text-lg">
        <h3 className="mb-3 text-2xl">{offer.title}</h3>
        <OfferText offer={offer} />
      </div>
      {children}
    </div>
  )
}

/** A column of dots per interval, one dot per day. */
function Intervals() {
  return (
    <figure className="mx-auto w-full max-w-md">
      <figcaption className="sr-only">{features.engine.picture}</figcaption>
      <div aria-hidden="true" className="flex items-end justify-between gap-3 border-b-2 border-ink px-2">
        {INTERVALS.map((days) => (
          <div key={days} className="flex flex-col items-center gap-2">
            <svg viewBox={`0 0 28 ${days * 30}`} className="w-5">
              {Array.from({ length: days }, (_, at) => (
                <circle key={at} cx="14" cy={15 + at * 30} r="12" className="fill-addition" />
              ))}
            </svg>
            <span className="pb-2 text-center font-bold tabular-nums sm:text-xl">
              {features.engine.days(days)}
            </span>
          </div>
        ))}
      </div>
    </figure>
  )
}

function VisualLearning() {
  const { visual } = features
  return (
    <div className="rounded-card border-2 border-ink bg-sheet p-6 sm:p-10">
      <h3 className="text-2xl">{visual.title}</h3>
      <p className="mt-3 max-w-xl text-lg leading-relaxed">{visual.text}</p>
      <div className="mt-8 grid items-end gap-x-10 gap-y-8 sm:grid-cols-[2fr_1fr]">
        <Picture name={visual.tenFrames}>
          <TenFrames first={9} second={4} crossedOut={0} label={visual.tenFramesPicture} />
        </Picture>
        <div className="mx-auto w-full max-w-40 sm:row-span-2 sm:max-w-56 sm:self-center">
          <Picture name={visual.array}>
            <ArrayModel
              model={{ type: 'array', rows: 6, columns: 4, asked: 'total' }}
              label={visual.arrayPicture}
            />
          </Picture>
        </div>
        <Picture name={visual.numberLine}>
          <NumberLine from={8} jump={6} max={20} label={visual.numberLinePicture} />
        </Picture>
      </div>
    </div>
  )
}

function Picture({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure>
      {children}
      <figcaption className="mt-2 text-center text-ink-soft">{name}</figcaption>
    </figure>
  )
}
