/** Where this browser keeps the practice session that is played on it (specification §4). */
export const PRACTICE_KEY = 'practiceSession'
