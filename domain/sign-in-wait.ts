/** How many seconds the next try has to wait after so many counted ones. A count starts again a day after its first try. */
export type WaitAfter = (tries: number) => number

export const COUNT_KEPT_SECONDS = 24 * 3600

/** So many tries without a wait, and then one each time these seconds have passed. */
export function freeThenEvery(free: number, seconds: number): WaitAfter {
  return (tries) => (tries < free ? 0 : seconds)
}

const FIRST_WAIT_SECONDS = 30
const MAX_WAIT_SECONDS = 15 * 60

/** So many tries without a wait, and then 30 s, doubling to 15 min. */
function freeThenDoubling(free: number): WaitAfter {
  return (tries) => (tries < free ? 0 : Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (tries - free)))
}

/** Wrong passwords, PINs and codes of one account in a row. */
export const WRONG_ANSWERS = freeThenDoubling(5)

/** Wrong second-step codes of one adult in a row, in known browsers. */
export const KNOWN_BROWSER_CODES = freeThenDoubling(100)

/** Passwords of one adult in known browsers, right or wrong: 100 a day and one more, then one every 10 s. */
export const KNOWN_BROWSER_ANSWERS = freeThenEvery(101, 10)

/** From this many wrong PINs of one child in a day, its adults see the number: so many are not typing errors. */
export const REPORTED_WRONG_PINS = 5
