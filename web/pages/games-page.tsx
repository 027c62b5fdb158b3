import { useState } from 'react'
import { OPERATIONS, type Operation } from '../../domain/fact.ts'
import { GAMES, operationsOfGame } from '../../domain/games.ts'
import { ChoiceGroup } from '../ui/choice-group.tsx'
import { OperationMark } from '../ui/operation-mark.tsx'
import { StageHeading } from '../ui/stage-heading.tsx'
import { gamesMessages as words } from './games-page.messages.en.ts'

const CHOICES = [
  ...OPERATIONS.map((value) => ({ value, label: words.signs[value], hint: words.operations[value] })),
  { value: 'all', label: words.all, hint: words.allHint },
] as const

const CARDS = GAMES.map((game) => ({
  ...words.games[game.id],
  id: game.id,
  operations: operationsOfGame(game),
}))

type Card = (typeof CARDS)[number]

/** Twenty five-minute games for home, of all operations or of one, as cards. */
export function GamesPage() {
  const [chosen, setChosen] = useState<Operation | 'all'>('all')
  const cards = CARDS.filter(({ operations }) => chosen === 'all' || operations.includes(chosen))
  return (
    <div className="page-width grid gap-8 pt-4 pb-8">
      <div className="grid gap-5">
        <StageHeading>{words.title}</StageHeading>
        <p className="max-w-160 text-lg text-ink-soft">{words.lead}</p>
        <p className="max-w-160 rounded-card bg-sunk p-5">{words.tips}</p>
        <div className="max-w-180">
          <ChoiceGroup legend={words.filter} choices={CHOICES} value={chosen} onChange={setChosen} />
        </div>
        <output className="ms-auto font-bold">{words.shown(cards.length)}</output>
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-5">
        {cards.map((card) => (
          <GameCard key={card.id} card={card} />
        ))}
      </div>
    </div>
  )
}

function GameCard({ card }: { card: Card }) {
  const parts = [
    [words.needs, card.needs],
    [words.play, card.play],
    [words.easier, card.easier],
    [words.harder, card.harder],
  ] as const
  return (
    <article className="flex flex-col gap-3 rounded-card border-2 border-line bg-sheet p-5">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h2 className="text-2xl leading-snug">{card.title}</h2>
          <p className="text-ink-soft">{card.strategy}</p>
        </div>
        <p className="flex gap-1 pt-1">
          {card.operations.map((operation) => (
            <span key={operation}>
              <OperationMark operation={operation} size={28} />
              <span className="sr-only">{words.operations[operation]}</span>
            </span>
          ))}
        </p>
      </header>
      {parts.map(([label, text]) => (
        <p key={label}>
          <strong>{label}</strong> {text}
        </p>
      ))}
    </article>
  )
}
