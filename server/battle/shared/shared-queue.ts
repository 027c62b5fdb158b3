import { messagesText, type QueueMessage } from './process-message.ts'
import type { BattlePlan } from '../../../domain/battle-setup.ts'
import { DIVISIONS, PREFERENCES_OF, type BattleType } from '../../../domain/division.ts'
import { matchNear } from '../../../domain/matchmaking.ts'
import { headerText } from './battle-log-text.ts'
import type { BattleQueue, QueueHeard, Waiting } from '../queue/battle-queue.ts'
import type { ArenaClock } from '../referee/clock.ts'
import { HEARD_WITHIN_MS } from '../socket/line-life.ts'
import type { BattleLength } from '../referee/live-battles.ts'
import { GATHER_MS } from '../socket/overload.ts'
import type { ProcessId, SharedStore, SharedWaiting } from './shared-port.ts'

/** Who waits at this process. Who was silent when it came to a match waits here alone, until the page is heard. */
type Here = {
  readonly type: BattleType
  readonly waiting: Waiting
  isSilent: boolean
  /** The process that wants to know whether the page is still there. */
  askedBy: ProcessId | null
  position: number
}

/** Those who wait are brought together by this process. Who came while it asks is heard. */
type Gathering = {
  readonly type: BattleType
  readonly asked: ReadonlySet<string>
  readonly unheard: Set<string>
  isDue: boolean
}

type SharedQueueNeeds = {
  readonly clock: ArenaClock
  readonly store: SharedStore
  readonly me: () => ProcessId
  readonly aheadMs: () => number
  readonly length: BattleLength
  readonly mostWaiting: number
  readonly newBattleId: () => string
  readonly newSeed: () => number
  /** The player is in a battle already, wherever that is; or is not any more, then calls `otherwise`. */
  readonly playing: (playerId: string, otherwise: () => void) => void
  /** So long did somebody wait who was matched. */
  readonly waited: (end: 'people', seconds: number) => void
}

export type SharedQueue = BattleQueue & {
  /** A line of another process about those who wait; false where it is about something else. */
  hear(from: ProcessId, message: QueueMessage): void
  /** The player is in a battle now. */
  matched(playerId: string): void
  /** Sees to those who wait where the process that gathered them is no more. */
  tend(): void
  /** The others can be reached again: who waits here is put back, and who does not is taken out. */
  reunite(): void
}

const TYPES: readonly BattleType[] = DIVISIONS.flatMap((division) =>
  PREFERENCES_OF[division].map((preference) => ({ division, preference })),
)

function nameOf({ division, preference }: BattleType): string {
  return `${division}/${preference}`
}

function typeNamed(name: string): BattleType | undefined {
  return TYPES.find((type) => nameOf(type) === name)
}

/** The owner of a group's battle: the process that has most of them, and of several the one that has who came first. */
function ownerOf(group: readonly SharedWaiting[]): ProcessId {
  const counts = new Map<ProcessId, number>()
  for (const { process } of group) counts.set(process, (counts.get(process) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** The queues of all processes (ADR 0021). What cannot be asked for now is asked for again when the others can be reached. */
export function sharedBattleQueue(needs: SharedQueueNeeds, heard: Omit<QueueHeard, 'matched'>): SharedQueue {
  const { clock, store, me, aheadMs, mostWaiting } = needs
  const here = new Map<string, Here>()
  const gatherings = new Map<string, Gathering>()
  /** Queues whose places are being asked for; true where they have changed again since. */
  const placing = new Map<string, boolean>()
  /** Whether somebody may still be in a queue who was withdrawn from it: that could not be written, or its answer was lost. */
  let isUnsure = false

  const tell = (to: ProcessId, message: QueueMessage): void =>
    void store.tell(`to:${to}`, messagesText(me(), [message])).catch(() => undefined)

  const placed = (playerId: string, position: number): void => {
    const known = here.get(playerId)
    if (!known || known.position === position || position < 1) return
    known.position = position
    heard.position(playerId, position)
  }

  const waitingHere = (name: string): string[] =>
    [...here].flatMap(([playerId, { type, isSilent }]) =>
      nameOf(type) === name && !isSilent ? [playerId] : [],
    )

  const tellPlaces = async (type: BattleType): Promise<void> => {
    const name = nameOf(type)
    if (placing.has(name)) return void placing.set(name, true)
    placing.set(name, true)
    while (placing.get(name)) {
      placing.set(name, false)
      const people = waitingHere(name)
      if (people.length === 0) break
      const places = await store.positions(me(), type, people).catch(() => [])
      people.forEach((playerId, at) => placed(playerId, places[at] ?? 0))
    }
    placing.delete(name)
  }

  const withdraw = (playerId: string): void =>
    void store.leave(me(), playerId).catch(() => {
      isUnsure = true
    })

  /** Who would otherwise be waited for at this process and counted, and never be matched. */
  const withdrawGhosts = async (): Promise<void> => {
    if (!isUnsure || store.isAway()) return
    isUnsure = false
    try {
      const known = await store.waitersOf(me())
      for (const playerId of known) if (here.get(playerId)?.isSilent ?? true) withdraw(playerId)
    } catch {
      isUnsure = true
    }
  }

  const enter = async (playerId: string, { type, waiting }: Here): Promise<void> => {
    const since = { ...waiting, sinceMs: Math.round(waiting.sinceMs - aheadMs()) }
    const joined = await store.join(me(), type, since, mostWaiting).catch(() => null)
    const known = here.get(playerId)
    if (!known || known.type !== type) return
    switch (joined?.kind) {
      case 'waits':
        placed(playerId, joined.position)
        if (joined.isToGather) void gather(type)
        return
      case 'full':
        here.delete(playerId)
        return heard.full(playerId)
      case 'playing':
        here.delete(playerId)
        return needs.playing(playerId, () => {
          if (here.has(playerId)) return
          here.set(playerId, known)
          void enter(playerId, known)
        })
      default:
        // Put into the queue when that can be reached again; until then alone with who waits here.
        return placed(playerId, waitingHere(nameOf(type)).indexOf(playerId) + 1)
    }
  }

  const leave: BattleQueue['leave'] = (playerId, to) => {
    const known = here.get(playerId)
    if (!known) return
    here.delete(playerId)
    heard.gone(to, known.waiting)
    withdraw(playerId)
    for (const gathering of gatherings.values()) unawait(gathering, playerId)
  }

  const unawait = (gathering: Gathering, playerId: string): void => {
    if (!gathering.unheard.delete(playerId)) return
    // A sign of life may be a goodbye, which is to be read before anybody is matched.
    clock.later(0, () => matchIfHeard(gathering))
  }

  const matchIfHeard = (gathering: Gathering): void => {
    if (gathering.isDue && gathering.unheard.size === 0) void matchAll(gathering)
  }

  /** Asks those who wait at this process whether they are still there. */
  const askHere = (type: BattleType, by: ProcessId, newcomers: ReadonlySet<string>): void => {
    const asked = waitingHere(nameOf(type)).filter((playerId) => !newcomers.has(playerId))
    for (const playerId of asked) {
      const known = here.get(playerId)
      if (known) known.askedBy = by
    }
    clock.later(HEARD_WITHIN_MS, () => {
      for (const playerId of asked) {
        const known = here.get(playerId)
        if (known?.askedBy !== by) continue
        known.askedBy = null
        known.isSilent = true
        known.position = 0
        withdraw(playerId)
      }
    })
    for (const playerId of asked) heard.ask(playerId)
  }

  const gather = async (type: BattleType): Promise<void> => {
    const entries = await store.waiting(me(), type).catch(() => [])
    const newest = entries.at(-1)?.playerId ?? ''
    const asked = entries.flatMap(({ playerId }) => (playerId === newest ? [] : [playerId]))
    const gathering: Gathering = { type, asked: new Set(asked), unheard: new Set(asked), isDue: false }
    gatherings.set(nameOf(type), gathering)
    clock.later(GATHER_MS, () => {
      gathering.isDue = true
      matchIfHeard(gathering)
    })
    // A little later than who is silent is taken out, wherever that is.
    clock.later(HEARD_WITHIN_MS + GATHER_MS, () => void matchAll(gathering))
    const others = new Set(entries.map(({ process }) => process).filter((process) => process !== me()))
    for (const process of others) tell(process, { type: 'who_waits', queue: nameOf(type), newest })
    askHere(type, me(), new Set([newest]))
  }

  const matchAll = async (gathering: Gathering): Promise<void> => {
    const { type } = gathering
    if (gatherings.get(nameOf(type)) !== gathering) return
    gatherings.delete(nameOf(type))
    const entries = await store.waiting(me(), type).catch(() => [])
    const isHeard = ({ playerId }: SharedWaiting): boolean => !gathering.unheard.has(playerId)
    const { groups } = matchNear(entries.filter(isHeard), ({ process }) => process)
    const claims = groups.map((members) => {
      const battleId = needs.newBattleId()
      const entrants = members.map(({ playerId, nickname, location }) => {
        return { kind: 'person' as const, playerId, nickname, location }
      })
      const plan: BattlePlan = { ...type, ...needs.length, battleId, entrants }
      const lineOwners = members.map(({ process }) => process)
      const header = headerText({ plan, seed: needs.newSeed(), lineOwners })
      return { battleId, owner: ownerOf(members), header, members }
    })
    const made = new Set(await store.claim(me(), type, claims).catch(() => []))
    for (const { battleId, members } of claims) {
      if (!made.has(battleId)) continue
      for (const { sinceMs } of members) needs.waited('people', (clock.nowMs() - aheadMs() - sinceMs) / 1000)
    }
    tendTo(type)
  }

  const tendTo = (type: BattleType): void => {
    if (gatherings.has(nameOf(type)) || waitingHere(nameOf(type)).length === 0) return
    void gatherIfFree(type).catch(() => undefined)
  }

  const gatherIfFree = async (type: BattleType): Promise<void> => {
    if (await store.gather(me(), type)) await gather(type)
  }

  return {
    join: (type, waiting) => {
      const known = here.get(waiting.playerId)
      const isSame = known !== undefined && nameOf(known.type) === nameOf(type)
      const entry: Here = {
        type,
        waiting: { ...waiting, sinceMs: isSame ? known.waiting.sinceMs : waiting.sinceMs },
        isSilent: false,
        askedBy: null,
        position: 0,
      }
      here.set(waiting.playerId, entry)
      void enter(waiting.playerId, entry)
    },
    leave,
    alive: (playerId) => {
      const known = here.get(playerId)
      if (!known) return
      if (known.isSilent) {
        known.isSilent = false
        void enter(playerId, known)
        return
      }
      const { askedBy } = known
      known.askedBy = null
      if (askedBy === null) return
      if (askedBy !== me()) {
        return tell(askedBy, { type: 'still_waits', queue: nameOf(known.type), playerId })
      }
      const gathering = gatherings.get(nameOf(known.type))
      if (gathering) unawait(gathering, playerId)
    },
    empty: () => {
      const people = [...here.keys()]
      here.clear()
      people.forEach(withdraw)
      return people
    },
    length: () => here.size,
    hear: (from, message) => {
      const type = typeNamed(message.queue)
      if (!type) return
      switch (message.type) {
        case 'places_changed':
          return void tellPlaces(type)
        case 'who_waits':
          return askHere(type, from, new Set([message.newest]))
        case 'still_waits': {
          const gathering = gatherings.get(message.queue)
          if (gathering) unawait(gathering, message.playerId)
        }
      }
    },
    matched: (playerId) => void here.delete(playerId),
    tend: () => {
      void withdrawGhosts()
      for (const type of TYPES) tendTo(type)
    },
    reunite: () => {
      void withdrawGhosts()
      for (const [playerId, entry] of here) if (!entry.isSilent) void enter(playerId, entry)
    },
  }
}
