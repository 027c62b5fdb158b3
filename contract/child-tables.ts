/** What is stored of a child, by tables, in the order in which they are given out; apart from the schemas (guest-endpoints.ts says why). */
export const CHILD_TABLES = [
  'child',
  'sign_ins',
  'wrong_pins',
  'link_codes',
  'looked_at',
  'warnings',
  'practice_weeks',
  'practice_days',
  'sessions',
  'facts',
  'entry_times',
  'attempts',
  'player',
  'board_sessions',
  'board_days',
  'time_reports',
  'battles',
  'battle_totals',
] as const

export type ChildTable = (typeof CHILD_TABLES)[number]
