import type { Operation } from '../../../domain/fact.ts'
import { DIVISIONS, PREFERENCES_OF, type BattleType, type Division } from '../../../domain/division.ts'
import { Card } from '../../ui/card.tsx'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { operationsOf } from './battle-operations.ts'
import { messages } from './messages.en.ts'

/** Background and edge of each type, in the color of its operation or, if it is mixed, of both. */
const LOOKS: Readonly<Record<Operation | Division, string>> = {
  addition: 'bg-addition-wash [--edge:var(--color-addition)]',
  subtraction: 'bg-subtraction-wash [--edge:var(--color-subtraction)]',
  multiplication: 'bg-multiplication-wash [--edge:var(--color-multiplication)]',
  division: 'bg-division-wash [--edge:var(--color-division)]',
  addition_subtraction: 'bg-linear-100 from-addition-wash from-50% to-subtraction-wash to-50%',
  multiplication_division: 'bg-linear-100 from-multiplication-wash from-50% to-division-wash to-50%',
}

type Props = {
  /** The division to choose from; null for both. */
  division: Division | null
  onChoose: (type: BattleType) => void
}

/** A card for each division, with its three types. */
export function TypeCards({ division, onChoose }: Props) {
  const shown = division === null ? DIVISIONS : [division]
  return (
    <div
      className={`mx-auto grid w-full gap-5 sm:gap-6 ${division === null ? 'md:grid-cols-2' : 'max-w-xl'}`}
    >
      {shown.map((each) => (
        <Card key={each} aria-labelledby={each} className="p-4! sm:p-6! md:max-lg:p-4!">
          <h2 id={each} className="text-2xl md:max-lg:text-xl">
            {messages.division(each)}
          </h2>
          <div className="mt-4 grid grid-cols-2 gap-3">
            {PREFERENCES_OF[each].map((preference) => (
              <TypeButton key={preference} type={{ division: each, preference }} onChoose={onChoose} />
            ))}
          </div>
        </Card>
      ))}
    </div>
  )
}

function TypeButton({ type, onChoose }: { type: BattleType; onChoose: (type: BattleType) => void }) {
  const { division, preference } = type
  const operations = operationsOf(type)
  const isMixed = preference === 'mixed'
  const shape = isMixed ? 'col-span-2 justify-between px-5 py-3' : 'flex-col justify-center gap-3 px-2 py-4'
  const [first, second] = operations
  return (
    <button
      type="button"
      onClick={({ detail }) => {
        // Ignores the second click of a double click, which was aimed at the button here before: Play Again, or the arena on
        // the home page.
        if (detail <= 1) onChoose(type)
      }}
      className={`tile flex items-center rounded-card text-center text-lg leading-tight font-bold transition-[translate,box-shadow] duration-75 ${shape} ${LOOKS[isMixed ? division : preference]}`}
    >
      {first && <OperationMark operation={first} size={isMixed ? 44 : 72} />}
      <span className={isMixed ? '' : 'w-min'}>{messages.typeName(type)}</span>
      {second && <OperationMark operation={second} size={44} />}
    </button>
  )
}
