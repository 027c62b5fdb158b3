/** Children's wrong PINs by practice day, for their adults to see. */
export type WrongPinStore = {
  add(studentId: string, nowMs: number): Promise<void>
  /** Today's wrong PINs by child; children without any are omitted. */
  today(studentIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, number>>
}
