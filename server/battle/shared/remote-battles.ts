import type { ToBattleMessage, ToLineMessage } from './process-message.ts'
import type { ClientPayload } from '../../../contract/battle-events.ts'
import type { ArenaClock } from '../referee/clock.ts'
import type { PendingLeaves } from './pending-leaves.ts'
import type { BattlesHeard, LocalBattles } from '../referee/live-battles.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { BattlePlace, ProcessId, SharedStore } from './shared-port.ts'

/** A player whose line is here and whose battle is another process's. An ended one is remembered for what was on its way. */
type Far = {
  readonly battleId: string
  readonly owner: ProcessId
  timedSinceMs: number
  isOver: boolean
}

/** A question where a player's battle is. What the player does meanwhile counts when the answer comes. */
type Search = { readonly wanted: string | null; left: boolean; dropped: boolean }

type RemoteBattlesNeeds = {
  readonly clock: ArenaClock
  readonly store: Pick<SharedStore, 'place' | 'ends' | 'isAway'>
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
  readonly isHere: (playerId: string) => boolean
  /** The player is in a battle elsewhere, into which somebody has matched it. */
  readonly entered: (playerId: string) => void
  readonly pendingLeaves: Pick<PendingLeaves, 'left' | 'has' | 'hasJustLeft'>
  readonly local: Pick<LocalBattles, 'has' | 'resume' | 'leave' | 'hasEnded'>
  readonly heard: Pick<BattlesHeard, 'tell' | 'shown' | 'refuse'>
  /** Tells the player how that battle ended, or that it is unknown. Rejects when that cannot be asked for now. */
  readonly tellEnd: (playerId: string, battleId: string) => Promise<void>
}

/** The way from the players of this process to their battles elsewhere. What answers a boolean is false where the player has none. */
export type RemoteBattles = {
  resume(playerId: string, otherwise: () => void): void
  /** False where this process knows itself. */
  ready(playerId: string, battleId: string): boolean
  playsAnother(playerId: string, battleId: string, told: (plays: boolean) => void): void
  answer(playerId: string, answer: ClientPayload<'battle-answer'>): boolean
  timeout(playerId: string, timeout: ClientPayload<'battle-timeout'>): boolean
  drop(playerId: string, sinceMs: number): boolean
  silent(playerId: string, sinceMs: number): boolean
  leave(playerId: string): boolean
  timedSinceMs(playerId: string): number | null
  /** What the process says that has, or had, a player's battle. */
  hear(from: ProcessId, message: ToLineMessage): void
  processEnded(process: ProcessId, silentSinceMs: number): void
  /** That process could not be reached since then: what went to it and came from it may be lost. */
  processIsBack(process: ProcessId, sinceMs: number): void
  reunite(sinceMs: number): void
  /** The player's battle has gone elsewhere, and will be looked for: until then nothing of it is refused. */
  lost(playerId: string, battleId: string): void
  /** Finds the player's battle wherever it is; if it is over, the player is told how it ended. */
  find(playerId: string, battleId: string): void
  /** The processes that have battles of players of this one. */
  owners(): ReadonlySet<ProcessId>
  forget(playerId: string): void
}

/** Before a process that has no such battle is asked where it went: it may just be taking it over. */
const LOOK_AGAIN_MS = 50
/** So often a battle is looked for that is to be at this process. */
const MAX_TRIES = 40
/** After an outage others may be so much later with writing their battles again. */
const PATIENT_MS = 5_000

export function remoteBattles(needs: RemoteBattlesNeeds): RemoteBattles {
  const { clock, store, outbox, me, isHere, entered, pendingLeaves, local, heard } = needs
  const fars = new Map<string, Far>()
  const searches = new Map<string, Search>()
  /** Who has come back to a battle that cannot be looked for now: it is, once the others can be reached. */
  const postponed = new Map<string, string>()
  let patientUntilMs = -Infinity

  const send = (far: Far, message: ToBattleMessage): void => outbox.batch().tell(null, far.owner, message)
  const live = (playerId: string): Far | null => {
    const far = fars.size > 0 ? fars.get(playerId) : undefined
    return far && !far.isOver ? far : null
  }
  const tellEnd = (playerId: string, battleId: string): void => {
    needs.tellEnd(playerId, battleId).catch(() => postponed.set(playerId, battleId))
  }
  /** What is lost on its way, or would overtake what is lost, is not sent: led to its battle, the page sends all of it again. */
  const isCutOff = (playerId: string): boolean => !outbox.isUp() || searches.has(playerId)
  /** Nobody knows yet where the battle is that the player answers in. */
  const isLookedFor = (playerId: string): boolean => searches.has(playerId) || postponed.has(playerId)
  const silentForMs = (sinceMs: number): number => Math.max(0, clock.nowMs() - sinceMs)

  const enter = (playerId: string, { battleId, owner }: BattlePlace, sinceMs: number): void => {
    const far: Far = { battleId, owner, timedSinceMs: Infinity, isOver: false }
    fars.set(playerId, far)
    send(far, { type: 'resume', playerId, silentForMs: silentForMs(sinceMs) })
  }

  const hasEnd = async (battleId: string): Promise<boolean> => {
    const [end = null] = await store.ends([battleId]).catch(() => [])
    return end !== null
  }

  /** Finds the player's battle wherever it is, or that one alone; the player is silent since then. */
  const search = async (
    playerId: string,
    wanted: string | null,
    sinceMs: number,
    otherwise: () => void,
    tries = 1,
  ): Promise<void> => {
    const own: Search = { wanted, left: false, dropped: false }
    searches.set(playerId, own)
    postponed.delete(playerId)
    const isOwn = (): boolean => searches.get(playerId) === own && searches.delete(playerId)
    const place = await store.place(me(), playerId).catch(() => 'unanswered' as const)
    if (!isOwn() || own.dropped) return
    const again = (): void => {
      searches.set(playerId, own)
      clock.later(LOOK_AGAIN_MS, () => {
        if (isOwn()) void search(playerId, wanted, sinceMs, otherwise, tries + 1)
      })
    }
    if (place === 'unanswered') {
      // Nobody is told that there is no such battle because it could not be asked for.
      if (own.left) return
      if (wanted === null) return otherwise()
      return store.isAway() || tries >= MAX_TRIES ? void postponed.set(playerId, wanted) : again()
    }
    if (!place || (wanted !== null && place.battleId !== wanted)) {
      if (!place && wanted !== null && clock.nowMs() < patientUntilMs) {
        searches.set(playerId, own)
        const isOver = await hasEnd(wanted)
        if (!isOwn() || own.dropped) return
        if (!isOver && !own.left) return again()
      }
      if (own.left) return
      fars.delete(playerId)
      return otherwise()
    }
    if (own.left) return pendingLeaves.left(playerId, place.battleId)
    const hasLeft = pendingLeaves.has(playerId, place.battleId)
    if (!hasLeft && place.owner !== me()) return enter(playerId, place, sinceMs)
    fars.delete(playerId)
    if (!hasLeft && local.has(playerId)) local.resume(playerId, () => undefined)
    // The seat is just being given up; or the battle is being taken over, or given to this process, which then leads back whoever is here.
    else if (tries < MAX_TRIES) again()
    else if (wanted === null) otherwise()
    else postponed.set(playerId, wanted)
  }

  const searchAgain = (playerId: string, { battleId, owner }: Far, sinceMs: number): void =>
    clock.later(LOOK_AGAIN_MS, () => {
      const known = fars.get(playerId)
      if (known?.owner !== owner || known.battleId !== battleId) return
      find(playerId, battleId, sinceMs)
    })

  const find = (playerId: string, battleId: string, sinceMs: number): void => {
    if (pendingLeaves.has(playerId, battleId)) return
    void search(playerId, battleId, sinceMs, () => tellEnd(playerId, battleId))
  }

  return {
    resume: (playerId, otherwise) => {
      if (store.isAway()) {
        if (live(playerId)) heard.refuse(playerId, 'busy')
        else otherwise()
        return
      }
      void search(playerId, null, clock.nowMs(), otherwise)
    },
    ready: (playerId, battleId) => {
      const far = fars.get(playerId)
      if (far?.battleId === battleId) {
        if (far.isOver) tellEnd(playerId, battleId)
        else send(far, { type: 'ready', playerId, battleId })
        return true
      }
      if (local.has(playerId) || local.hasEnded(playerId, battleId)) return false
      if (pendingLeaves.has(playerId, battleId)) heard.refuse(playerId, 'unknown_battle')
      else if (store.isAway()) postponed.set(playerId, battleId)
      else find(playerId, battleId, clock.nowMs())
      return true
    },
    playsAnother: (playerId, battleId, told) => {
      if (store.isAway()) return told(false)
      store.place(me(), playerId).then(
        (place) =>
          told(place !== null && place.battleId !== battleId && !pendingLeaves.has(playerId, place.battleId)),
        () => told(false),
      )
    },
    answer: (playerId, { battleId, problemIndex, answer, responseTime }) => {
      const far = fars.get(playerId)
      if (far?.battleId !== battleId) return isLookedFor(playerId)
      if (far.isOver || isCutOff(playerId)) return true
      far.timedSinceMs = clock.nowMs()
      send(far, { type: 'answer', playerId, battleId, problemIndex, answer, responseTime })
      return true
    },
    timeout: (playerId, { battleId, problemsAnswered }) => {
      const far = fars.get(playerId)
      if (far?.battleId !== battleId) return isLookedFor(playerId)
      if (!far.isOver && !isCutOff(playerId)) {
        send(far, { type: 'timeout', playerId, battleId, problemsAnswered })
      }
      return true
    },
    drop: (playerId, sinceMs) => {
      const searched = searches.get(playerId)
      if (searched) searched.dropped = true
      const far = live(playerId)
      if (far) send(far, { type: 'dropped', playerId, silentForMs: silentForMs(sinceMs) })
      return far !== null
    },
    silent: (playerId, sinceMs) => {
      const far = live(playerId)
      if (!far) return false
      far.timedSinceMs += silentForMs(sinceMs)
      send(far, { type: 'silent', playerId, silentForMs: silentForMs(sinceMs) })
      return true
    },
    leave: (playerId) => {
      const searched = searches.get(playerId)
      if (searched) searched.left = true
      const battleId = live(playerId)?.battleId ?? searched?.wanted ?? postponed.get(playerId)
      postponed.delete(playerId)
      if (battleId === undefined) return false
      fars.delete(playerId)
      pendingLeaves.left(playerId, battleId)
      return true
    },
    timedSinceMs: (playerId) => live(playerId)?.timedSinceMs ?? null,
    hear: (from, message) => {
      const { playerId } = message
      if (message.type === 'refused') return heard.refuse(playerId, message.code)
      if (message.type === 'battle_began') {
        const { battleId } = message
        const began: Far = { battleId, owner: from, timedSinceMs: Infinity, isOver: false }
        entered(playerId)
        const hasLeft = pendingLeaves.hasJustLeft(playerId) || pendingLeaves.has(playerId, battleId)
        if (hasLeft) pendingLeaves.left(playerId, battleId)
        else if (isHere(playerId)) fars.set(playerId, began)
        else send(began, { type: 'dropped', playerId, silentForMs: 0 })
        return
      }
      const far = fars.get(playerId)
      if (far?.owner !== from) return
      switch (message.type) {
        case 'packet':
          return heard.tell(playerId, message.packet)
        case 'battle_over':
          far.isOver = true
          return
        case 'not_playing_here':
          return searchAgain(playerId, far, clock.nowMs())
        case 'problem_shown':
          far.timedSinceMs = clock.nowMs()
          return heard.shown(playerId)
      }
    },
    processEnded: (process, silentSinceMs) => {
      for (const [playerId, far] of fars) {
        if (far.owner === process && !far.isOver) searchAgain(playerId, far, silentSinceMs)
      }
    },
    processIsBack: (process, sinceMs) => {
      for (const [playerId, far] of fars) {
        if (far.owner === process && !far.isOver) find(playerId, far.battleId, sinceMs)
      }
    },
    reunite: (sinceMs) => {
      patientUntilMs = clock.nowMs() + PATIENT_MS
      for (const [playerId, far] of fars) if (!far.isOver) find(playerId, far.battleId, sinceMs)
      for (const [playerId, battleId] of new Map(postponed)) find(playerId, battleId, clock.nowMs())
    },
    lost: (playerId, battleId) => {
      if (!pendingLeaves.has(playerId, battleId)) postponed.set(playerId, battleId)
    },
    find: (playerId, battleId) => find(playerId, battleId, clock.nowMs()),
    owners: () => new Set([...fars.values()].flatMap(({ isOver, owner }) => (isOver ? [] : [owner]))),
    forget: (playerId) => {
      fars.delete(playerId)
      postponed.delete(playerId)
      searches.delete(playerId)
    },
  }
}
