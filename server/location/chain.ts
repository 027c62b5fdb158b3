import { NOWHERE, type Locate } from './port.ts'

/** Asks one after another until one knows a country; a failing one is passed over while others are left. */
export function firstThatKnows(locators: readonly Locate[]): Locate {
  return async (ip) => {
    let failure: unknown = null
    for (const locate of locators) {
      try {
        const found = await locate(ip)
        if (found.country_code !== null) return found
      } catch (error) {
        failure = error
      }
    }
    if (failure !== null) throw failure
    return NOWHERE
  }
}
