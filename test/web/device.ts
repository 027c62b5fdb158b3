import { onTestFinished } from 'vitest'
import { call } from '../../web/lib/api.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { DeviceGuest, type GuestDependencies } from '../../web/features/guest/device-guest.ts'
import * as geoCalls from '../../web/generated/geo-calls.ts'
import * as guestCalls from '../../web/generated/guest-calls.ts'
import type { GuestContent } from '../../web/features/guest/guest-outbox.ts'
import { placeFromLookup } from '../../web/features/guest/identity.ts'
import type { Outbox } from '../../web/lib/outbox.ts'
import { startApp, type RunningApp, type StartOptions } from '../factories/app.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { FaultyServer } from './faulty-server.ts'
import { MemoryStorage } from './memory-storage.ts'
import { openTab, type HandClock } from './tab.ts'

export type OpenPage = { readonly deviceGuest: DeviceGuest; readonly outbox: Outbox<GuestContent> }

/** A child's device before a real server, with a network between them that fails on command and clocks set by hand. */
export type Device = {
  readonly app: RunningApp
  readonly network: FaultyServer
  readonly storage: MemoryStorage
  readonly clock: HandClock
  open(change?: Partial<GuestDependencies>): OpenPage
  /** Moves the clocks of device and server together. */
  pass(ms: number): void
}

/** Public as far as a lookup knows, yet nobody's: a range kept for documentation (RFC 5737). */
const SCHOOL_ADDRESS = '203.0.113.7'

/** Starts a server and a device, which end with the test. */
export async function startDevice(options: StartOptions = {}): Promise<Device> {
  const app = await startApp({ trustProxy: true, ...options })
  const network = await FaultyServer.start(async ({ method, url, body }) => {
    // As through a school's line: the server looks up that address, not this machine's own.
    const headers = { 'x-forwarded-for': SCHOOL_ADDRESS }
    const answer = method === 'GET' ? await app.get(url, { headers }) : await app.post(url, body, headers)
    const retryAfter = answer.headers.get('retry-after')
    return {
      status: answer.status,
      body: answer.text,
      headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    }
  })
  const storage = new MemoryStorage()
  const clock = { deviceMs: app.clock.nowMs, elapsedMs: 0 }
  const open: Outbox<GuestContent>[] = []
  const { origin } = network
  onTestFinished(async () => {
    for (const outbox of open) outbox.stop()
    await network.stop()
  })
  return {
    app,
    network,
    storage,
    clock,
    open(change = {}) {
      const onScored: DeviceGuest['recordScoreAnswer'] = (id, answer) =>
        deviceGuest.recordScoreAnswer(id, answer)
      const outbox = openTab({ storage, origin, clock, onScored })
      open.push(outbox)
      const deviceGuest = new DeviceGuest({
        store: createDurableStore(() => storage),
        outbox,
        nowMs: () => clock.deviceMs,
        random: seededRandom(open.length),
        fetchDay: async (sessionToken) => {
          const day = await call(guestCalls.readSession, { params: { sessionToken } }, { origin })
          return day.ok ? day.value : null
        },
        locate: async () => {
          const place = await call(geoCalls.locate, {}, { origin })
          return place.ok ? placeFromLookup(place.value) : null
        },
        ...change,
      })
      return { deviceGuest, outbox }
    },
    pass(ms) {
      clock.deviceMs += ms
      clock.elapsedMs += ms
      app.clock.nowMs += ms
    },
  }
}

/** The guest as the page knows it. */
export const sessionOf = ({ deviceGuest }: OpenPage) => deviceGuest.state.getState().session

/** The guest's day as the server knows it, or its refusal. */
export async function onServer(device: Device, sessionToken: string | undefined): Promise<unknown> {
  return (await device.app.get(`/api/guest/session/${sessionToken}`)).json
}
