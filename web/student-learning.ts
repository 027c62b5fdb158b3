import type { Me } from '../contract/account.ts'
import { DeviceLearning } from './features/learning/device-learning.ts'
import { nowMs } from './lib/now.ts'
import { dayInZone } from './lib/own-day.ts'
import { browserStore } from './lib/storage.ts'

/** The learning data of a student on this device. */
export function learningOfStudent({ id, zone }: Pick<Me, 'id' | 'zone'>): DeviceLearning {
  return new DeviceLearning(id, { store: browserStore, nowMs, dayOf: (ms) => dayInZone(ms, zone) })
}
