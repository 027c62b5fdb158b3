import type { VisualModel } from '../../domain/visual-model.ts'
import { ArrayModel } from './array-model.tsx'
import { NumberLine } from './number-line.tsx'
import { TenFrames } from './ten-frames.tsx'

/** Draws whichever picture the rules chose for a fact. `label` says what is seen without saying the answer. */
export function VisualModelView({ model, label }: { model: VisualModel; label: string }) {
  switch (model.type) {
    case 'ten_frame':
      return (
        <TenFrames first={model.first} second={model.second} crossedOut={model.crossedOut} label={label} />
      )
    case 'number_line':
      return <NumberLine from={model.from} jump={model.jump} max={model.max} label={label} />
    case 'array':
      return <ArrayModel rows={model.rows} columns={model.columns} label={label} />
  }
}
