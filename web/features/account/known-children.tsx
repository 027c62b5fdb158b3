import type { KnownChild } from './known-card.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { signInMessages } from './sign-in.messages.en.ts'

const { known: words } = signInMessages

type Props = {
  known: readonly KnownChild[]
  onChoose: (child: KnownChild) => void
  /** The child is not among them. */
  onOther: () => void
  /** Nobody of them is to stand here any more. */
  onRemoveAll: () => void
}

/** The children who have signed in on this device, to tap instead of typing. */
export function KnownChildren({ known, onChoose, onOther, onRemoveAll }: Props) {
  return (
    <div className="grid gap-5">
      <h2 className="text-2xl">{words.title}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {known.map((child) => (
          <li key={child.name}>
            <button
              type="button"
              onClick={() => onChoose(child)}
              className="tile flex size-full flex-col items-center gap-2 rounded-key bg-sheet p-3 hover:bg-sunk"
            >
              <AnimalBadge animal={animalOf(child.nickname)} color={child.color} size={72} />
              <span className="text-lg font-bold wrap-anywhere">{child.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-3">
        <Button kind="secondary" size="large" onClick={onOther}>
          {words.other}
        </Button>
        <Button kind="quiet" onClick={onRemoveAll}>
          {words.forget}
        </Button>
      </div>
    </div>
  )
}
