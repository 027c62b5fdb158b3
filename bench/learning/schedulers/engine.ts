import type { Random } from '../../../domain/fact-selection.ts'
import type { Reason } from '../../../domain/learning/choose.ts'
import { EMPTY_MEMORY, numberOf, type LearningMemory } from '../../../domain/learning/memory.ts'
import { memoryAfterSession, nextOf } from '../../../domain/learning/session-choice.ts'
import { KNOWN_LEVEL } from '../../../domain/learning/states.ts'
import type { AnsweredProblem } from '../../../domain/scoring.ts'
import type { Scheduler } from './scheduler.ts'

const SESSION = 20
/** The engine's days are those of a calendar; the first of a simulation is some day. */
const FIRST_DAY = 20_000
/** A right answer without its time: half of the least goal over entry time. */
const UNTIMED_MS = 400
/** Lower than any ability the engine arrives at: the new fact nearest the edge is then the easiest one. */
const NO_ABILITY = -3

/** A part that is left out, to see what it is worth. */
export type Without = 'response times' | 'edge' | 'growing intervals'

function withoutEdge(memory: LearningMemory): LearningMemory {
  const none = { ability: NO_ABILITY, met: 0 }
  return {
    ...memory,
    abilities: { addition: none, subtraction: none, multiplication: none, division: none },
  }
}

function withDueTomorrow(memory: LearningMemory, factId: string, day: number): LearningMemory {
  const number = numberOf(factId)
  const fact = memory.facts[number]
  if (!fact || fact.level < KNOWN_LEVEL || fact.due <= day + 1) return memory
  return { ...memory, facts: memory.facts.with(number, { ...fact, due: day + 1 }) }
}

/** The product's engine, as the product's sessions call it; or without one of its parts. */
export function engine(without?: Without): Scheduler {
  let category = ''
  let random: Random = Math.random
  let memory: LearningMemory = EMPTY_MEMORY
  let begun = memory
  let answered: AnsweredProblem[] = []
  let reasons: Reason[] = []
  return {
    start(of, source) {
      category = of
      random = source
    },
    sessionBegun() {
      begun = memory
      answered = []
      reasons = []
    },
    next(_nowMs, day) {
      const chooser = { memory: begun, day: FIRST_DAY + day, random }
      const session = { sessionType: category, totalProblems: SESSION, reasons, answered }
      const choice = nextOf(chooser, session, without === 'edge' ? withoutEdge(memory) : memory)
      reasons = [...reasons, choice.reason]
      return choice.fact.id
    },
    answered({ factId, correct, responseMs, entryMs, day }) {
      const firstAnswerMs = without === 'response times' && correct ? entryMs + UNTIMED_MS : responseMs
      const times = { responseTimeMs: firstAnswerMs, firstAnswerMs, entryMs }
      const answer = { factId, correct, attempts: 1, visualUsed: false, ...times }
      const today = FIRST_DAY + day
      memory = memoryAfterSession({ memory, day: today }, [answer])
      if (without === 'growing intervals') memory = withDueTomorrow(memory, factId, today)
      answered = [...answered, answer]
    },
  }
}
