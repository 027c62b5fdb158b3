import type { ReactNode } from 'react'
import { keepsakesOf, type GardenFact } from '../../../domain/garden.ts'
import { Butterfly, Drop, Plant } from '../../ui/plant.tsx'
import { gardenMessages, type Reader } from './messages.en.ts'

/** The number of plants in the garden, or an invitation if there are none. */
export function GardenSummary({ tried, reader }: { tried: readonly GardenFact[]; reader: Reader }) {
  const stages = new Map(tried.map(({ factId, stage }) => [factId, stage]))
  const keepsakes = keepsakesOf((factId) => stages.get(factId) ?? 'soil').length
  const ready = tried.filter((fact) => fact.ready).length
  const of = (wanted: GardenFact['stage']): number => tried.filter(({ stage }) => stage === wanted).length
  const { grown } = gardenMessages
  if (tried.length === 0) return <p className="text-lg">{gardenMessages.empty[reader]}</p>
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 font-bold tabular-nums max-sm:gap-x-3 sm:text-lg">
      <Count
        plants={keepsakes}
        sign={<Butterfly size={28} className="text-multiplication" />}
        text={grown.keepsakes}
      />
      <Count
        plants={of('flower')}
        sign={<Plant stage="flower" operation="multiplication" size={30} className="text-multiplication" />}
        text={grown.flowers}
      />
      <Count
        plants={of('leaf')}
        sign={<Plant stage="leaf" operation="addition" size={30} />}
        text={grown.leaves}
      />
      <Count
        plants={of('sprout')}
        sign={<Plant stage="sprout" operation="addition" size={30} />}
        text={grown.sprouts}
      />
      <Count plants={ready} sign={<Drop size={24} />} text={grown.ready} />
    </ul>
  )
}

type CountProps = { plants: number; sign: ReactNode; text: (plants: number) => string }

function Count({ plants, sign, text }: CountProps) {
  if (plants === 0) return null
  return (
    <li className="flex items-center gap-1.5">
      {sign}
      {text(plants)}
    </li>
  )
}
