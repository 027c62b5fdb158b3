/** The storage key of the current practice session (specification §4). */
export const PRACTICE_KEY = 'practiceSession'
