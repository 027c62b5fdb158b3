import type { studentRoutes } from '../../../contract/student.ts'
import type { Output } from '../../../contract/route.ts'
import { OPERATIONS, type Operation } from '../../../domain/fact.ts'
import { FLUENCY_STATES, type FluencyState } from '../../../domain/learning/states.ts'
import type { CallResult } from '../../lib/api.ts'
import { hasShape, isBoolean, isNumber, isText, type Check } from '../../lib/shape.ts'

/** How a child gets on, and the attempts at one fact: the answers of `/api/me/…` and, to adults, of `/api/children/:id/…`. */
export type StudentProgress = Output<typeof studentRoutes.progress.answer>
export type ShownFactHistory = Output<typeof studentRoutes.factHistory.answer>

/** Asks for the attempts at a fact. */
export type ReadHistory = (factId: string, signal: AbortSignal) => Promise<CallResult<ShownFactHistory>>

type Day = StudentProgress['days'][number]
type OfOperation = StudentProgress['operations'][number]
type Cell = OfOperation['facts'][number]
type Past = ShownFactHistory['attempts'][number]

const isState: Check<FluencyState> = (json): json is FluencyState =>
  FLUENCY_STATES.some((state) => state === json)
const isOperation: Check<Operation> = (json): json is Operation =>
  OPERATIONS.some((operation) => operation === json)

function isListOf<Item>(isItem: Check<Item>): Check<Item[]> {
  return (json): json is Item[] => Array.isArray(json) && json.every(isItem)
}

const isDay = hasShape<Day>({
  practiceDay: isText,
  seconds: isNumber,
  sessions: isNumber,
  points: isNumber,
  attempts: isNumber,
})

const isCell = hasShape<Cell>({
  factId: isText,
  state: isState,
  seen: isNumber,
  right: isNumber,
  needsHelp: isBoolean,
})

export const isProgress = hasShape<StudentProgress>({
  practiceDay: isText,
  streak: hasShape<StudentProgress['streak']>({
    current: isNumber,
    longest: isNumber,
    practisedToday: isBoolean,
  }),
  totals: hasShape<StudentProgress['totals']>({
    seconds: isNumber,
    sessions: isNumber,
    points: isNumber,
    attempts: isNumber,
    days: isNumber,
  }),
  days: isListOf(isDay),
  operations: isListOf(
    hasShape<OfOperation>({
      operation: isOperation,
      total: isNumber,
      learning: isNumber,
      known: isNumber,
      fluent: isNumber,
      facts: isListOf(isCell),
    }),
  ),
})

const isAttemptNumber = (json: unknown): json is number => json === 1 || json === 2 || json === 3

export const isFactHistory = hasShape<ShownFactHistory>({
  factId: isText,
  state: isState,
  needsHelp: isBoolean,
  seen: isNumber,
  right: isNumber,
  attempts: isListOf(
    hasShape<Past>({
      at: isText,
      studentAnswer: isNumber,
      isCorrect: isBoolean,
      attempt: isAttemptNumber,
      finalScore: isNumber,
      responseTime: isNumber,
      visualUsed: isBoolean,
    }),
  ),
})
