import type { VisualModel } from '../../domain/visual-model.ts'
import { ArrayModel } from './array-model.tsx'
import { NumberLine } from './number-line.tsx'
import { TenFrames } from './ten-frames.tsx'

type Props = {
  model: VisualModel
  /** The picture in words, without the answer. */
  label: string
  /** Whether the picture may show a step by moving. */
  animated: boolean
}

/** Draws whichever picture the rules chose for a fact. */
export function VisualModelView({ model, label, animated }: Props) {
  switch (model.type) {
    case 'ten_frame':
      return (
        <TenFrames
          first={model.first}
          second={model.second}
          crossedOut={model.crossedOut}
          label={label}
          animated={animated}
        />
      )
    case 'number_line':
      return <NumberLine from={model.from} jump={model.jump} max={model.max} label={label} />
    case 'array':
      return <ArrayModel model={model} label={label} />
  }
}
