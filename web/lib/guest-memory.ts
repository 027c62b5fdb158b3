import { fieldsOf } from '../../domain/json-fields.ts'
import { dayNumber, EMPTY_MEMORY, type DayNumber, type LearningMemory } from '../../domain/learning/memory.ts'
import { readMemory } from '../../domain/learning/stored.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { GUEST, LEARNING_PREFIX } from './learning-key.ts'
import { nowMs } from './now.ts'
import { readStored } from './storage.ts'

/** What this device remembers of its guest, and the current practice day. */
export function guestMemory(): { readonly memory: LearningMemory; readonly day: DayNumber } {
  const stored = readStored(LEARNING_PREFIX + GUEST, (json) => readMemory(fieldsOf(json).get('memory')))
  return { memory: stored ?? EMPTY_MEMORY, day: dayNumber(practiceDay(nowMs())) }
}
