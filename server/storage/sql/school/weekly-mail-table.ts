/** Weekly emails (`WeeklyMail` in weekly-mail-store.ts). */
export type WeeklyMailTable = {
  parent_id: string
  state: string
  zone: string
  /** 0 or 1. */
  first_names: number
  /** When in the half hour of sending, in seconds. */
  slot: number
  /** The Monday of the last week that was dealt with. */
  week: string
  /** Weeks in a row without practice, at most three. */
  empty_weeks: number
  /** Not before this time: the mail server did not accept it for now. */
  retry_at_ms: number
}
