import type { BadgeColor } from '../../../domain/badge.ts'
import type { Animal } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { currentFact } from './practice-view.ts'
import { useView } from './use-run.ts'

/** The child's animal and the color of its class, if it has one. */
export type CompanionLook = { readonly animal: Animal | null; readonly color: BadgeColor | null }

/** The child's animal and the operation of the problem. Both keep still. */
export function Companion({ animal, color }: CompanionLook) {
  const operation = useView(({ state }) => currentFact(state)?.operation ?? null)
  return (
    <span className="practice-companion" aria-hidden="true">
      <AnimalBadge animal={animal} color={color} />
      {operation && <OperationMark operation={operation} />}
    </span>
  )
}
