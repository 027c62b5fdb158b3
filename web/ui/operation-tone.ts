import type { Operation } from '../../domain/fact.ts'

type Tone = { readonly fill: string; readonly wash: string; readonly text: string; readonly edge: string }

/** The utility classes of each operation's hue. Never the only sign: an OperationMark is beside them. */
export const OPERATION_TONES: Record<Operation, Tone> = {
  addition: { fill: 'bg-addition', wash: 'bg-addition-wash', text: 'text-addition', edge: 'border-addition' },
  subtraction: {
    fill: 'bg-subtraction',
    wash: 'bg-subtraction-wash',
    text: 'text-subtraction',
    edge: 'border-subtraction',
  },
  multiplication: {
    fill: 'bg-multiplication',
    wash: 'bg-multiplication-wash',
    text: 'text-multiplication',
    edge: 'border-multiplication',
  },
  division: { fill: 'bg-division', wash: 'bg-division-wash', text: 'text-division', edge: 'border-division' },
}

const SYMBOLS: Record<Operation, string> = {
  addition: '+',
  subtraction: '−',
  multiplication: '×',
  division: '÷',
}

/** The sign of an operation in a written problem. */
export function operationSymbol(operation: Operation): string {
  return SYMBOLS[operation]
}
