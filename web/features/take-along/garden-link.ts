import {
  packGarden,
  unpackGarden,
  type PackedGarden,
  type UnpackFailure,
} from '../../../domain/garden-pack.ts'
import { storeMemory } from '../../../domain/learning/stored.ts'
import { GUEST } from '../../lib/learning-key.ts'
import { nowMs } from '../../lib/now.ts'
import { browserStore } from '../../lib/storage.ts'
import { adoptNickname, currentGuest, startGuest } from '../guest/guest-store.ts'
import { DeviceLearning } from '../learning/device-learning.ts'

/** The garden stands behind the `#`, which browsers never send to a server. */
const PARAMETER = 'garden'

const guestLearning = (): DeviceLearning => new DeviceLearning(GUEST, { store: browserStore, nowMs })

/** An address that opens this device's guest garden on another device. */
export function gardenLink(origin: string): string {
  const { nickname } = currentGuest() ?? startGuest()
  const learning = guestLearning()
  const packed = packGarden({ nickname, memory: learning.memory() }, learning.day())
  return `${origin}/garden#${PARAMETER}=${packed}`
}

/** The garden in an address or a saved file; null if it has none, or why it cannot be read. */
export function gardenIn(text: string): PackedGarden | UnpackFailure | null {
  const packed = new RegExp(`[#&]${PARAMETER}=([\\w-]*)`).exec(text)?.[1]
  return packed === undefined ? null : unpackGarden(packed)
}

/** How many facts of the garden have been asked. */
export function plantsIn({ memory }: Pick<PackedGarden, 'memory'>): number {
  return memory.facts.filter((fact) => fact !== null && fact.seen > 0).length
}

/** How many facts the guest of this device has been asked. */
export function plantsHere(): number {
  return plantsIn({ memory: guestLearning().memory() })
}

/** Puts the garden in place of this device's, with its player's name. */
export function plantGarden({ nickname, memory }: PackedGarden): void {
  startGuest()
  adoptNickname(nickname)
  guestLearning().replace(storeMemory(memory))
}
