import type { Faults } from './faults.ts'
import type { Installation } from './installation.ts'
import type { Ledger } from './ledger.ts'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** What a run was, for who reads it. */
export function summaryOf(ledger: Ledger, { done }: Faults, { servers }: Installation): string {
  const { sessions, longestSilenceMs } = ledger
  const log = servers.map((server) => server.said()).join('\n')
  const takeOvers = [...log.matchAll(/"event":"battles_taken_over"/g)].length
  const again = sessions.filter(({ tries }) => tries > 1).length
  const open = sessions.filter(({ acknowledgedAtMs }) => acknowledgedAtMs === null).length
  const waits = sessions.map(({ madeAtMs, acknowledgedAtMs }) => (acknowledgedAtMs ?? Infinity) - madeAtMs)
  const starts = servers.map((server) => server.longestStartMs())
  return [
    ...[...done].map(([kind, times]) => `${kind}: ${times}`),
    `take-overs: ${takeOvers}`,
    `longest start of a server: ${seconds(Math.max(...starts))}`,
    `battles: ${ledger.battles().size}, answers in them: ${ledger.answers()}`,
    `longest time in a battle without the referee: ${seconds(longestSilenceMs)}`,
    `scores: ${sessions.length}, sent more than once: ${again}, unacknowledged: ${open}`,
    `longest wait for an acknowledgement: ${seconds(Math.max(0, ...waits))}`,
  ].join('\n')
}
