/** Preloaded into a server: its time of day is as far ahead as CHAOS_AHEAD_MS says. */
const aheadMs = Number(process.env['CHAOS_AHEAD_MS'] ?? 0)
const TrueDate = Date

globalThis.Date = class extends TrueDate {
  static now() {
    return TrueDate.now() + aheadMs
  }

  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + aheadMs)
    else super(...given)
  }
}
