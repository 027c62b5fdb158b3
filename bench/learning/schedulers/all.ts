import { dailyBoxes, fsrs6, sm2 } from './cards.ts'
import { growingSet, randomDrill, rotation } from './drills.ts'
import type { Scheduler } from './scheduler.ts'
import { engine } from './engine.ts'
import { leitner } from './leitner.ts'
import { slimStampen } from './slim-stampen.ts'

/** `share`: only this share of the children practice with it, where its choices take long or matter less. */
export type Entry = { readonly name: string; readonly make: () => Scheduler; readonly share?: number }

/** What the others are compared with. */
export const REFERENCE = 'random drill'

/** Add a scheduler here to compare it. */
export const SCHEDULERS: readonly Entry[] = [
  { name: REFERENCE, make: randomDrill },
  { name: 'engine', make: () => engine() },
  { name: 'rotation', make: rotation },
  { name: 'Leitner, right within 3 s', make: () => leitner(true) },
  { name: 'Leitner, right', make: () => leitner(false) },
  { name: 'daily boxes, right within 3 s', make: dailyBoxes },
  { name: 'growing set', make: growingSet, share: 0.5 },
  { name: 'FSRS-6', make: fsrs6 },
  { name: 'SM-2', make: sm2 },
  { name: 'SlimStampen', make: slimStampen, share: 0.25 },
  { name: 'engine without response times', make: () => engine('response times'), share: 0.5 },
  { name: 'engine without the edge', make: () => engine('edge'), share: 0.5 },
  { name: 'engine without growing intervals', make: () => engine('growing intervals'), share: 0.5 },
]
