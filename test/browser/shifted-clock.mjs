/**
 * Shifts the clock of a process: of the servers of browser tests, loaded before their own code (NODE_OPTIONS), and of the tests
 * themselves. It is ahead by the milliseconds in CLOCK_AHEAD_MS, or in the file CLOCK_FILE, which a test may change.
 */
import { readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

const SystemDate = Date
const { env } = process
const aheadMs = () => Number(env.CLOCK_FILE ? readFileSync(env.CLOCK_FILE, 'utf8') : env.CLOCK_AHEAD_MS)
const now = () => SystemDate.now() + aheadMs()

globalThis.Date = class extends SystemDate {
  constructor(...parts) {
    if (parts.length === 0) super(now())
    else super(...parts)
  }
  static now() {
    return now()
  }
}

// Node writes the date of an answer by a clock of its own.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...parts) {
  this.setHeader('Date', new Date().toUTCString())
  return writeHead.apply(this, parts)
}
