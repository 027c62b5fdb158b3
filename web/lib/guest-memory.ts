import { fieldsOf } from '../../domain/json-fields.ts'
import { dayNumber, EMPTY_MEMORY, type DayNumber, type LearningMemory } from '../../domain/learning/memory.ts'
import { readMemory } from '../../domain/learning/stored.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { GUEST, LEARNING_PREFIX } from './learning-key.ts'
import { nowMs } from './now.ts'
import { readStored } from './storage.ts'

/** What this device remembers of a player: a student's id or `GUEST`. */
export function deviceMemory(player: string): LearningMemory {
  return (
    readStored(LEARNING_PREFIX + player, (json) => readMemory(fieldsOf(json).get('memory'))) ?? EMPTY_MEMORY
  )
}

/** What this device remembers of its guest, and the current practice day. */
export function guestMemory(): { readonly memory: LearningMemory; readonly day: DayNumber } {
  return { memory: deviceMemory(GUEST), day: dayNumber(practiceDay(nowMs())) }
}
