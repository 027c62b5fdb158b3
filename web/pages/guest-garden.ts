import { packGarden, type PackedGarden } from '../../domain/garden-pack.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { adoptNickname, currentGuest, startGuest } from '../features/guest/guest-store.ts'
import { guestLog } from '../features/guest/guest-log.ts'
import { DeviceLearning } from '../features/learning/device-learning.ts'
import { gardenAddress, plantsIn } from '../features/take-along/garden-link.ts'
import { GUEST, GUEST_ACHIEVEMENTS_KEY } from '../lib/learning-key.ts'
import { nowMs } from '../lib/now.ts'
import { browserStore } from '../lib/storage.ts'

const guestLearning = (): DeviceLearning => new DeviceLearning(GUEST, { store: browserStore, nowMs })

/** The guest's garden on this device, to be taken along and to be replaced. */
export const guestGarden = {
  /** An address that opens it on another device. */
  link: (): string => {
    const { nickname } = currentGuest() ?? startGuest()
    const learning = guestLearning()
    return gardenAddress(packGarden({ nickname, memory: learning.memory() }, learning.day()))
  },
  /** How many facts the guest has been asked. */
  plants: (): number => plantsIn({ memory: guestLearning().memory() }),
  /** Puts another garden in its place, with its player's name. */
  replace: ({ nickname, memory }: PackedGarden): void => {
    startGuest()
    adoptNickname(nickname)
    browserStore.remove(GUEST_ACHIEVEMENTS_KEY)
    guestLog.clear()
    guestLearning().replace(storeMemory(memory))
  },
}
