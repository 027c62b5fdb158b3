import type { Operation } from '../../domain/fact.ts'
import type { Stage } from '../../domain/garden.ts'
import sprite from '../assets/garden.svg'

type DrawingProps = { name: string; size: number | string; className: string }

function Drawing({ name, size, className }: DrawingProps) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      className={`shrink-0 ${className}`}
      aria-hidden="true"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

type Props = { stage: Stage; operation: Operation; size?: number | string; className?: string }

/** A plant of the garden. Decorative: text names its stage. Petals have the color of the surrounding text. */
export function Plant({ stage, operation, size = 40, className = '' }: Props) {
  return (
    <Drawing name={stage === 'flower' ? `flower-${operation}` : stage} size={size} className={className} />
  )
}

/** The sign of a plant that is ready for review. Decoration. */
export function Drop({ size = 18, className = '' }: Omit<Props, 'stage' | 'operation'>) {
  return <Drawing name="drop" size={size} className={className} />
}

/** The sign of a keepsake. Decoration, in the text color around it. */
export function Butterfly({ size = 36, className = '' }: Omit<Props, 'stage' | 'operation'>) {
  return <Drawing name="butterfly" size={size} className={className} />
}
