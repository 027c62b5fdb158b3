/** The tables of a child's exported data, in the order of the export. In a file without schemas, so that browsers can load it. */
export const CHILD_TABLES = [
  'child',
  'sign_ins',
  'wrong_pins',
  'link_codes',
  'looked_at',
  'warnings',
  'away',
  'assignments',
  'practiced_days',
  'achievements',
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
