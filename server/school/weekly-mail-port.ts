/** `bounced`: the mail server refused the address for good. */
export const MAIL_STATES = ['on', 'off', 'bounced'] as const

type MailState = (typeof MAIL_STATES)[number]

/** The weekly email of a parent. */
type WeeklyMail = {
  readonly state: MailState
  readonly zone: string
  /** Whether the email contains the children's first names. */
  readonly firstNames: boolean
  /** Weeks without practice, up to now. */
  readonly emptyWeeks: number
}

/** A child in a parent's weekly report. */
export type ReportedChild = { readonly id: string; readonly classId: string; readonly name: string }

/** An adult whose email is due. */
export type DueMail = {
  readonly adultId: string
  readonly name: string
  readonly email: string
  readonly firstNames: boolean
  readonly emptyWeeks: number
}

/** Stores who gets weekly emails. Every operation is atomic. */
export type WeeklyMailStore = {
  /** Null if the adult never turned it on. */
  ofAdult(adultId: string): Promise<WeeklyMail | null>
  /** The address, and whether it is confirmed. */
  addressOf(adultId: string): Promise<{ readonly email: string; readonly isConfirmed: boolean } | null>
  /**
   * Changes the settings. `week` and `slot` apply where none are stored: weeks up to `week` count as dealt with. `childIds` are the
   * children that it is about.
   */
  put(
    adultId: string,
    mail: WeeklyMail & { readonly week: string; readonly slot: number },
    childIds: readonly string[],
  ): Promise<void>
  /** Does nothing where it is not on. */
  turnOff(adultId: string, state: Exclude<MailState, 'on'>): Promise<void>
  /** The children in a parent's email, by name; without those whose link has ended. */
  childrenOf(adultId: string): Promise<readonly ReportedChild[]>
  /** The zones in which somebody gets emails. */
  zones(): Promise<readonly string[]>
  /** Adults with a confirmed address whose email of this week is due, in the order of their slots. */
  due(
    zone: string,
    week: string,
    slots: { readonly from: number; readonly to: number },
    nowMs: number,
    most: number,
  ): Promise<readonly DueMail[]>
  /** Marks the week as dealt with, before anything is sent. False if it was already, or if emails were turned off. */
  claim(adultId: string, week: string, emptyWeeks: number): Promise<boolean>
  /** Undoes a claim, for an email that was not accepted; it is due again at this time. */
  release(
    adultId: string,
    week: string,
    weekBefore: string,
    emptyWeeks: number,
    retryAtMs: number,
  ): Promise<void>
}
