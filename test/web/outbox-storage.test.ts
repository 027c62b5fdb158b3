import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guestItems, type GuestContent } from '../../web/features/guest/guest-outbox.ts'
import type { Outbox } from '../../web/lib/outbox.ts'
import type { Fault, FaultyServer } from './faulty-server.ts'
import { Ledger } from './ledger.ts'
import { MemoryStorage } from './memory-storage.ts'
import { drain, openTab, type HandClock } from './tab.ts'

const ANN = 'AnnAnnAnnAnnAnn1'
const BEN = 'BenBenBenBenBen2'

let ledger: Ledger
let server: FaultyServer
let storage: MemoryStorage
let clock: HandClock
const open: Outbox<GuestContent>[] = []

function openPage(more: Partial<Parameters<typeof openTab>[0]> = {}): Outbox<GuestContent> {
  const tab = openTab({ storage, origin: server.origin, clock, ...more })
  open.push(tab)
  return tab
}

const session = (nickname: string): GuestContent => ({ kind: 'session', body: { nickname } })
const seconds = (count: number): GuestContent => ({ kind: 'time', seconds: count })
const arrived = () => ledger.arrivals.filter(({ counted }) => counted).map(({ seconds }) => seconds)

/** Fails the next requests in this way, one after the other; then no more. */
function failNext(...faults: (Fault | null)[]): void {
  server.nextFault = () => faults.shift() ?? null
}

beforeEach(async () => {
  ledger = new Ledger()
  server = await ledger.serve()
  storage = new MemoryStorage()
  clock = { deviceMs: Date.UTC(2026, 6, 1, 12), elapsedMs: 0 }
})

afterEach(async () => {
  for (const tab of open.splice(0)) tab.stop()
  await server.stop()
  vi.restoreAllMocks()
})

describe('storage and tabs', () => {
  test.each(['full', 'forgetful', 'throwing'] as const)(
    '[OUT-6] with a storage that is %s items are kept for the page, and sent once',
    async (mood) => {
      storage.mood = mood
      failNext('drop_before')
      const tab = openPage()
      for (const count of [1, 2]) tab.add(ANN, seconds(count))
      await drain(tab, clock)
      expect(arrived()).toEqual([1, 2])
    },
  )

  test('[OUT-6] a storage that becomes unwritable does not cause repeated sending', async () => {
    failNext('drop_before')
    const tab = openPage()
    tab.add(ANN, seconds(1))
    await tab.flush()
    storage.removeItem = () => {
      throw new DOMException('The disk is read only.', 'InvalidStateError')
    }
    await drain(tab, clock)
    await tab.flush()
    expect(ledger.arrivals).toHaveLength(1)
  })

  test('[OUT-6] removes garbage under its keys, and sends the rest', async () => {
    const good = openPage()
    server.nextFault = () => 'drop_before'
    good.add(ANN, seconds(4))
    await good.flush()
    good.stop()
    for (const [id, text] of Object.entries({ a: '{', b: '[]', c: '{"id":"c"}', d: 'null', e: '"x"' })) {
      storage.setItem(guestItems.prefix + id, text)
    }
    failNext()
    await drain(openPage(), clock)
    expect(arrived()).toEqual([4])
    expect(storage.length).toBe(0)
  })

  test('[OUT-6] keeps at most 500 items; the oldest time reports go first', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    server.nextFault = () => 'drop_before'
    const tab = openPage()
    tab.add(ANN, session('SwiftFox42'))
    for (let count = 1; count <= guestItems.maxItems + 1; count += 1) tab.add(ANN, seconds(count))
    await tab.flush()
    expect(tab.status.getState().waiting).toBe(guestItems.maxItems)
    const kept = Array.from(
      { length: storage.length },
      (_, at) => storage.getItem(storage.key(at) ?? '') ?? '',
    )
    expect(kept.filter((text) => text.includes('SwiftFox42'))).toHaveLength(1)
    expect(kept.some((text) => text.includes('"seconds":1}'))).toBe(false)
    expect(kept.some((text) => text.includes(`"seconds":${guestItems.maxItems + 1}}`))).toBe(true)
  })

  test('[OUT-5] two tabs share the items, and never send at the same time or the same item', async () => {
    server.nextFault = () => 'drop_before'
    const lock = { tail: Promise.resolve() }
    const first = openPage({ lock })
    const second = openPage({ lock })
    for (let count = 1; count <= 6; count += 1) (count % 2 ? first : second).add(ANN, seconds(count))
    await Promise.all([first.flush(), second.flush()])
    failNext()
    clock.elapsedMs += 3_600_000
    server.maxAtOnce = 0
    await Promise.all([first.flush(), second.flush()])
    expect(server.maxAtOnce).toBe(1)
    expect(ledger.arrivals).toHaveLength(6)
    expect(arrived()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('[OUT-1] a newer session replaces an older one of the same player only', async () => {
    server.nextFault = () => 'drop_before'
    const tab = openPage()
    tab.add(ANN, session('SwiftFox1'))
    tab.add(BEN, session('KindOwl2'))
    tab.add(ANN, session('BrightBee3'))
    await tab.flush()
    const kept = Array.from(
      { length: storage.length },
      (_, at) => storage.getItem(storage.key(at) ?? '') ?? '',
    )
    expect(kept.map((text) => /"nickname":"(\w+)"/.exec(text)?.[1]).toSorted()).toEqual([
      'BrightBee3',
      'KindOwl2',
    ])
  })
})
