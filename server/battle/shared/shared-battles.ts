import { endView } from '../../../domain/battle-view.ts'
import { newBattleLog, peopleInLog, type ReadBattle } from './battle-log.ts'
import { readHeader } from './battle-log-text.ts'
import { trackLeaves } from './pending-leaves.ts'
import { readEndRecord } from '../referee/end-record.ts'
import { seatAtEnd } from '../referee/ended-battles.ts'
import { catchingUp } from '../referee/catching-up.ts'
import { BattlesElsewhere, type RemoteBattles } from './remote-battles.ts'
import type { LedgerBatch } from './ledger-batch.ts'
import {
  LocalLiveBattles,
  type BattlesHeard,
  type LiveBattles,
  type LiveBattlesNeeds,
} from '../referee/live-battles.ts'
import { packetOf } from '../socket/packets.ts'
import { playerLines } from './player-lines.ts'
import type { BattleMessage, ToBattleMessage } from './process-message.ts'
import { BattleLogs, type Planned, type KeptEnd } from './shared-logs.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { ProcessId, SharedStore, WrittenBattle } from './shared-port.ts'

type SharedBattlesNeeds = Omit<LiveBattlesNeeds, 'journal'> & {
  readonly store: Pick<SharedStore, 'place' | 'ends' | 'isAway' | 'tell'>
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
  /** How far the clock is ahead of the time that all processes have in common. */
  readonly aheadMs: () => number
  /** The time of day. */
  readonly now: () => number
  /** Whether the line to the player's page is here. */
  readonly isHere: (playerId: string) => boolean
  /** A battle goes on elsewhere. */
  readonly dropped: (battleId: string) => void
  /** The player, whose line is here, has been matched. */
  readonly entered: (playerId: string) => void
}

export type SharedBattles = LiveBattles & {
  /** What another process says of a battle or a player in one. */
  hear(from: ProcessId, message: BattleMessage): void
  /** All battles of this process as they are to be written. */
  written(): readonly WrittenBattle[]
  /** Goes on with battles that were another process's; `silentSinceMs` is when that was heard last, by this clock. */
  adopt(battles: readonly ReadBattle[], silentSinceMs: number): void
  /** Battles that are another's by now. Answers everybody who was in them, with the battle. */
  letGo(battleIds: readonly string[]): ReadonlyMap<string, string>
  /** Gives up the seats of everybody who has left a battle, in what is written. */
  giveUpSeats(batch: LedgerBatch): void
  battleIds(): readonly string[]
  /** As `SharedLogs` has them. */
  keptEnds(): readonly KeptEnd[]
  endsWritten(ends: readonly KeptEnd[]): void
  forgetEnds(): readonly KeptEnd[]
  /** That process is no more: its players are away, and its battles are elsewhere. */
  processEnded(process: ProcessId, silentSinceMs: number): void
  /** Others could not be reached since then, and can again: whoever plays with them is told where they are. */
  reunite(sinceMs: number): void
  /** That process could not be reached since then, and can again: so are those who play there. */
  processIsBack(process: ProcessId, sinceMs: number): void
  /** Only these processes are alive; whoever plays at another looks for the battle. */
  onlyAlive(processes: { has(process: ProcessId): boolean }): void
  /** The player's battle is looked for, because that one has been taken over; if it is over, the player is told how it ended. */
  find(playerId: string, battleId: string): void
  /** The player's page has gone from here. */
  gone(playerId: string): void
  /** What was to be stored of a battle is stored, or there is nothing. */
  stored(battleId: string): void
}

/** The battles of all processes: those of this one as ever, and the way to those of others (ADR 0021). */
export function sharedBattles(needs: SharedBattlesNeeds, heard: BattlesHeard): SharedBattles {
  const { clock, store, outbox, me, aheadMs, now, isHere, entered, dropped } = needs
  const battleLogs = new BattleLogs({ outbox, aheadMs, now })
  const lineOwners = playerLines({ outbox, me }, heard)
  /** Processes that were not among those alive when that was asked for last. */
  let missed: ReadonlySet<ProcessId> = new Set()

  const local = new LocalLiveBattles(
    { ...needs, journal: battleLogs.journal },
    {
      tell: lineOwners.tell,
      refuse: lineOwners.refuse,
      shown: lineOwners.shown,
      began: (battleId, people) => {
        heard.began(battleId, people)
        for (const playerId of people) {
          far.forget(playerId)
          lineOwners.began(playerId, battleId)
        }
      },
      ended: (battle) => {
        const battleLog = battleLogs.ended(battle)
        if (!battleLog) return
        for (const playerId of peopleInLog(battleLog)) {
          lineOwners.ended(playerId)
          if (!local.has(playerId)) forgetPlayer(playerId)
        }
        outbox.batch().effect(battleLog.battleId, () => heard.ended(battle))
      },
    },
  )

  const catching = catchingUp(local)

  /** The player is in no battle here any more. */
  const forgetPlayer = (playerId: string): void => {
    lineOwners.forget(playerId)
    catching.forget(playerId)
  }

  const pendingLeaves = trackLeaves({ ...needs, battleLogs, local, lineOwners, isOut: forgetPlayer })

  const tellEnd = async (playerId: string, battleId: string): Promise<void> => {
    const [text] = await store.ends([battleId])
    const end = text ? readEndRecord(text) : null
    const seat = end ? seatAtEnd(end.battle, playerId) : -1
    if (end && seat >= 0) heard.tell(playerId, packetOf('battle-end', endView(end.battle, seat)))
    else heard.refuse(playerId, 'unknown_battle')
  }
  const resumeHere = (playerId: string, otherwise: () => void): void => {
    lineOwners.forget(playerId)
    if (local.has(playerId)) catching.begin(playerId)
    local.resume(playerId, otherwise)
  }
  const far: RemoteBattles = new BattlesElsewhere({
    clock,
    store,
    outbox,
    me,
    isHere,
    entered,
    heard,
    tellEnd,
    pendingLeaves: pendingLeaves,
    local: { ...local, resume: resumeHere },
  })

  /** What another process says of a player of its own, who plays here. */
  const hearPlayer = (from: ProcessId, message: ToBattleMessage): void => {
    const { type, playerId } = message
    if (!local.has(playerId)) {
      const battleId = 'battleId' in message ? message.battleId : ''
      if (local.hasEnded(playerId, battleId)) return
      if (type !== 'dropped' && type !== 'silent') {
        outbox.batch().tell(null, from, { type: 'not_playing_here', playerId })
      }
      return
    }
    if (type === 'resume') {
      lineOwners.comesFrom(playerId, from)
      catching.begin(playerId)
      local.drop(playerId, clock.nowMs() - message.silentForMs)
      return local.resume(playerId, () => undefined)
    }
    // The player has come back elsewhere meanwhile.
    if (lineOwners.of(playerId) !== from) return
    switch (type) {
      case 'answer':
      case 'timeout':
        // Late, or behind one that is lost: when this process is back the page sends everything again, and nothing of it comes late.
        if (!outbox.isUp()) return catching.begin(playerId)
        return type === 'answer'
          ? catching.answer(playerId, message)
          : catching.timeout(playerId, { ...message, finalScore: 0 })
      case 'ready':
        return local.ready(playerId, message.battleId)
      case 'dropped':
        return local.drop(playerId, clock.nowMs() - message.silentForMs)
      case 'silent':
        return local.silent(playerId, clock.nowMs() - message.silentForMs)
    }
  }

  /** Opens a battle that is planned only. */
  const open = ({ header, epoch }: Planned): void => {
    const { plan, seed, lineOwners: known } = readHeader(header)
    const { battleId } = plan
    plan.entrants.forEach((entrant, seat) => {
      const home = known[seat]
      if (entrant.kind === 'person' && home) lineOwners.comesFrom(entrant.playerId, home)
    })
    const isBegun = battleLogs.planned({ header, epoch }, () => local.begin(plan, seed))
    if (!isBegun) {
      const battleLog = newBattleLog(plan, seed, { epoch, header })
      return outbox.batch().ended(battleLog, { end: '', isStored: false })
    }
    for (const playerId of battleLogs.seated(battleId)) {
      if (lineOwners.of(playerId) !== undefined) continue
      entered(playerId)
      if (pendingLeaves.hasJustLeft(playerId)) local.leave(playerId)
      else if (!isHere(playerId)) local.drop(playerId, clock.nowMs())
    }
  }

  const adoptOne = (read: ReadBattle, silentSinceMs: number): void => {
    if (read.kind === 'planned') return open(read)
    const { battleLog, state, lastAtMs } = read
    battleLogs.add(battleLog)
    if (state.stage === 'ended') {
      battleLogs.ended(state)
      return outbox.batch().effect(battleLog.battleId, () => heard.ended(state))
    }
    local.adopt(state)
    for (const playerId of battleLog.seated) local.drop(playerId, Math.max(lastAtMs, silentSinceMs))
  }

  /** Whoever of these is here plays on; who is elsewhere or has no page will say so. */
  const tellWhoIsHere = (battleId: string, silentSinceMs: number): void => {
    pendingLeaves.leaveAdopted(battleId)
    for (const playerId of battleLogs.seated(battleId)) {
      local.drop(playerId, silentSinceMs)
      if (isHere(playerId)) resumeHere(playerId, () => undefined)
    }
  }

  const processEnded = (process: ProcessId, silentSinceMs: number): void => {
    for (const [playerId, home] of lineOwners.away()) {
      if (home !== process) continue
      lineOwners.forget(playerId)
      local.drop(playerId, silentSinceMs)
    }
    far.processEnded(process, silentSinceMs)
    pendingLeaves.tell()
  }

  return {
    ...local,
    resume: (playerId, otherwise) => {
      pendingLeaves.came(playerId)
      if (local.has(playerId)) resumeHere(playerId, otherwise)
      else far.resume(playerId, otherwise)
    },
    ready: (playerId, battleId) => {
      if (far.ready(playerId, battleId)) return
      // The line was another process's, which has not said yet that it is gone.
      if (lineOwners.forget(playerId)) local.drop(playerId, clock.nowMs())
      local.ready(playerId, battleId)
    },
    playsAnother: (playerId, battleId, told) => {
      if (local.has(playerId)) local.playsAnother(playerId, battleId, told)
      else far.playsAnother(playerId, battleId, told)
    },
    answer: (playerId, answer) => {
      if (!far.answer(playerId, answer)) catching.answer(playerId, answer)
    },
    timeout: (playerId, timeout) => {
      if (!far.timeout(playerId, timeout)) catching.timeout(playerId, timeout)
    },
    drop: (playerId, sinceMs) => {
      if (!far.drop(playerId, sinceMs) && lineOwners.of(playerId) === undefined) local.drop(playerId, sinceMs)
    },
    silent: (playerId, sinceMs) => {
      if (!far.silent(playerId, sinceMs)) local.silent(playerId, sinceMs)
    },
    leave: (playerId) => {
      if (far.leave(playerId)) return
      if (local.has(playerId)) local.leave(playerId)
      else pendingLeaves.leftUnknown(playerId)
    },
    timedSinceMs: (playerId) => far.timedSinceMs(playerId) ?? local.timedSinceMs(playerId),
    hear: (from, message) => {
      switch (message.type) {
        case 'matched':
          if (!battleLogs.has(message.battleId)) open({ header: message.header, epoch: 1 })
          return
        case 'packet':
        case 'refused':
        case 'problem_shown':
        case 'battle_began':
        case 'battle_over':
        case 'not_playing_here':
          return far.hear(from, message)
        case 'left':
        case 'leave_noted':
          return pendingLeaves.hear(from, message)
        case 'resume':
        case 'ready':
        case 'answer':
        case 'timeout':
        case 'dropped':
        case 'silent':
          return hearPlayer(from, message)
      }
    },
    written: battleLogs.written,
    adopt: (battles, silentSinceMs) => {
      for (const read of battles) {
        const { battleId } = read.kind === 'planned' ? read.plan : read.battleLog
        if (battleLogs.has(battleId)) continue
        adoptOne(read, silentSinceMs)
        tellWhoIsHere(battleId, silentSinceMs)
      }
    },
    letGo: (battleIds) => {
      const people = new Map<string, string>()
      for (const battleId of battleIds) {
        const battleLog = battleLogs.remove(battleId)
        if (!battleLog) continue
        local.letGo(battleId)
        dropped(battleId)
        pendingLeaves.goesOn(battleLog)
        for (const playerId of peopleInLog(battleLog)) {
          people.set(playerId, battleId)
          if (isHere(playerId)) far.lost(playerId, battleId)
          forgetPlayer(playerId)
        }
      }
      pendingLeaves.tell()
      return people
    },
    giveUpSeats: pendingLeaves.giveUpSeats,
    battleIds: battleLogs.ids,
    keptEnds: battleLogs.keptEnds,
    endsWritten: battleLogs.endsWritten,
    forgetEnds: () => {
      const ends = battleLogs.forgetEnds()
      for (const { battleLog } of ends) pendingLeaves.goesOn(battleLog)
      return ends
    },
    processEnded,
    reunite: (sinceMs) => {
      // What they sent meanwhile is lost. Their processes lead them back when they hear that this one is there again.
      for (const [playerId] of lineOwners.away()) catching.begin(playerId)
      far.reunite(sinceMs)
      pendingLeaves.reunite()
    },
    processIsBack: (process, sinceMs) => {
      far.processIsBack(process, sinceMs)
      pendingLeaves.tell()
    },
    onlyAlive: (processes) => {
      const ownersNow = [...lineOwners.away()].map(([, process]) => process)
      const known = new Set([...ownersNow, ...far.owners()])
      const gone = new Set([...known].filter((process) => !processes.has(process)))
      // The first time it may be one so new that what was asked for did not have it yet.
      for (const process of gone) if (missed.has(process)) processEnded(process, clock.nowMs())
      missed = gone
    },
    find: far.find,
    gone: (playerId) => far.forget(playerId),
    stored: battleLogs.stored,
  }
}
