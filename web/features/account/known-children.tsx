import { useEffect, useRef, type ReactNode } from 'react'
import type { BadgeColor } from '../../../domain/badge.ts'
import { ANIMALS, animalOf, type Animal } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { badgeWords } from '../../ui/badge.messages.en.ts'
import { Button } from '../../ui/button.tsx'
import type { CardOfChild, KnownChild } from './known-card.ts'
import type { ClassToSignIn } from './sign-in-calls.ts'
import { signInMessages } from './sign-in.messages.en.ts'

const { known: words, name: nameWords } = signInMessages

type KnownProps = {
  known: readonly KnownChild[]
  onChoose: (child: KnownChild) => void
  /** The child is not among them. */
  onOther: () => void
  /** Nobody of them is to stand here any more. */
  onRemoveAll: () => void
}

/** The children who have signed in on this device, to tap instead of typing. */
export function KnownChildren({ known, onChoose, onOther, onRemoveAll }: KnownProps) {
  return (
    <Animals
      tiles={known.map((child) => ({
        key: child.name,
        animal: animalOf(child.nickname),
        color: child.color,
        label: child.name,
        onPress: () => onChoose(child),
      }))}
    >
      <Button kind="secondary" size="large" onClick={onOther}>
        {words.other}
      </Button>
      <Button kind="quiet" onClick={onRemoveAll}>
        {words.forget}
      </Button>
    </Animals>
  )
}

type ClassProps = {
  ofClass: ClassToSignIn['children']
  onChoose: (card: CardOfChild) => void
  onBack: () => void
  /** The child types its name instead. */
  onType: () => void
}

const PLACES: ReadonlyMap<Animal, number> = new Map(ANIMALS.map((animal, place) => [animal, place]))

/** All animals of a class, for a child who has no card here and may not read yet. Equal animals stand together. */
export function ClassAnimals({ ofClass, onChoose, onBack, onType }: ClassProps) {
  const sorted = ofClass.toSorted((a, b) => (PLACES.get(a.animal) ?? 0) - (PLACES.get(b.animal) ?? 0))
  return (
    <Animals
      tiles={sorted.map(({ card: id, animal, color }) => ({
        key: id,
        animal,
        color,
        label: badgeWords(color, animal),
        onPress: () => onChoose({ id, badge: { animal, color } }),
      }))}
    >
      <Button kind="secondary" size="large" onClick={onBack}>
        {nameWords.back}
      </Button>
      <Button kind="secondary" size="large" onClick={onType}>
        {words.type}
      </Button>
    </Animals>
  )
}

type Tile = {
  readonly key: string
  readonly animal: Animal | null
  readonly color: BadgeColor | null
  readonly label: string
  readonly onPress: () => void
}

function Animals({ tiles, children }: { tiles: readonly Tile[]; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form before was removed, and focus was lost with it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {words.title}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3">
        {tiles.map(({ key, animal, color, label, onPress }) => (
          <li key={key}>
            <button
              type="button"
              onClick={onPress}
              className="tile flex size-full flex-col items-center gap-2 rounded-key bg-sheet p-2 hover:bg-sunk"
            >
              <AnimalBadge animal={animal} color={color} size={72} />
              <span translate="no" className="leading-tight font-bold wrap-anywhere">
                {label}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-3">{children}</div>
    </div>
  )
}
