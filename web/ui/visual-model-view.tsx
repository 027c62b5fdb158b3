import { lazy, Suspense } from 'react'
import type { VisualModel } from '../../domain/visual-model.ts'
import { ArrayModel } from './array-model.tsx'
import { TenFrames } from './ten-frames.tsx'

/** No fact of the six leagues is past 20 (specification §9), so practice does not carry the line; it comes when one is. */
const NumberLine = lazy(() => import('./number-line.tsx').then((line) => ({ default: line.NumberLine })))

/** Draws whichever picture the rules chose for a fact. `label` says what is seen without saying the answer. */
export function VisualModelView({ model, label }: { model: VisualModel; label: string }) {
  switch (model.type) {
    case 'ten_frame':
      return (
        <TenFrames first={model.first} second={model.second} crossedOut={model.crossedOut} label={label} />
      )
    case 'number_line':
      return (
        <Suspense>
          <NumberLine from={model.from} jump={model.jump} max={model.max} label={label} />
        </Suspense>
      )
    case 'array':
      return <ArrayModel rows={model.rows} columns={model.columns} label={label} />
  }
}
