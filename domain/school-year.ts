/** The end of the school year that contains this time (UTC, exclusive). */
export function schoolYearEnd(ms: number, endMonth: number): number {
  const year = new Date(ms).getUTCFullYear()
  const end = Date.UTC(year, endMonth, 1)
  return ms < end ? end : Date.UTC(year + 1, endMonth, 1)
}
