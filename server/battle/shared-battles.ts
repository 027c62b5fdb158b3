import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import { endView } from '../../domain/battle-view.ts'
import { newBook, peopleOfBook, type ReadBattle } from './battle-books.ts'
import { readHeader } from './battle-log-text.ts'
import { departures } from './departures.ts'
import { readEndRecord } from './end-record.ts'
import { seatAtEnd } from './ended-battles.ts'
import { catchingUp } from './catching-up.ts'
import { farBattles, type FarBattles } from './far-battles.ts'
import type { LedgerBatch } from './ledger-batch.ts'
import {
  localLiveBattles,
  type BattlesHeard,
  type LiveBattles,
  type LiveBattlesNeeds,
} from './live-battles.ts'
import { packetOf, type Packet } from './packets.ts'
import { playerHomes } from './player-homes.ts'
import { sharedBooks, type Planned, type KeptEnd } from './shared-books.ts'
import type { Outbox } from './shared-outbox.ts'
import type { ProcessId, SharedStore, WrittenBattle } from './shared-port.ts'

export type SharedBattlesNeeds = Omit<LiveBattlesNeeds, 'journal'> & {
  readonly store: Pick<SharedStore, 'place' | 'ends' | 'isAway' | 'tell'>
  readonly outbox: Outbox
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
  /** A line of another process about a battle or a player; false where it is about something else. */
  hear(from: ProcessId, text: string): boolean
  /** All battles of this process as they are to be written. */
  written(): readonly WrittenBattle[]
  /** Goes on with battles that were another process's; `silentSinceMs` is when that was heard last, by this clock. */
  adopt(battles: readonly ReadBattle[], silentSinceMs: number): void
  /** Battles that are another's by now. Answers everybody who was in them, with the battle. */
  letGo(battleIds: readonly string[]): ReadonlyMap<string, string>
  /** Gives up the seats of everybody who has left a battle, in what is written. */
  giveUpSeats(batch: LedgerBatch): void
  battleIds(): readonly string[]
  /** As `SharedBooks` has them. */
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
  const books = sharedBooks({ outbox, aheadMs, now })
  const homes = playerHomes({ outbox, me }, heard)
  /** Processes that were not among those alive when that was asked for last. */
  let missed: ReadonlySet<ProcessId> = new Set()

  const local = localLiveBattles(
    { ...needs, journal: books.journal },
    {
      tell: homes.tell,
      refuse: homes.refuse,
      shown: homes.shown,
      began: (battleId, people) => {
        heard.began(battleId, people)
        for (const playerId of people) {
          far.forget(playerId)
          homes.began(playerId, battleId)
        }
      },
      ended: (battle) => {
        const book = books.ended(battle)
        if (!book) return
        for (const playerId of peopleOfBook(book)) {
          homes.ended(playerId)
          if (!local.has(playerId)) forgetPlayer(playerId)
        }
        outbox.batch().effect(book.battleId, () => heard.ended(battle))
      },
    },
  )

  const catching = catchingUp(local)

  /** The player is in no battle here any more. */
  const forgetPlayer = (playerId: string): void => {
    homes.forget(playerId)
    catching.forget(playerId)
  }

  const leavers = departures({ ...needs, books, local, homes, isOut: forgetPlayer })

  const tellEnd = async (playerId: string, battleId: string): Promise<void> => {
    const [text] = await store.ends([battleId])
    const end = text ? readEndRecord(text) : null
    const seat = end ? seatAtEnd(end.battle, playerId) : -1
    if (end && seat >= 0) heard.tell(playerId, packetOf('battle-end', endView(end.battle, seat)))
    else heard.refuse(playerId, 'unknown_battle')
  }
  const resumeHere = (playerId: string, otherwise: () => void): void => {
    homes.forget(playerId)
    if (local.has(playerId)) catching.begin(playerId)
    local.resume(playerId, otherwise)
  }
  const far: FarBattles = farBattles({
    clock,
    store,
    outbox,
    me,
    isHere,
    entered,
    heard,
    tellEnd,
    departures: leavers,
    local: { ...local, resume: resumeHere },
  })

  /** What another process says of a player of its own, who plays here. */
  const hearPlayer = (from: ProcessId, kind: string, words: readonly string[]): void => {
    const [playerId = '', battleId = '', ...numbers] = words
    if (!local.has(playerId)) {
      if (local.hasEnded(playerId, battleId)) return
      if ('RYAZ'.includes(kind)) outbox.batch().line(null, from, `N ${playerId}`)
      return
    }
    if (kind === 'R') {
      homes.comesFrom(playerId, from)
      catching.begin(playerId)
      local.drop(playerId, clock.nowMs() - Number(battleId || 0))
      return local.resume(playerId, () => undefined)
    }
    // The player has come back elsewhere meanwhile.
    if (homes.of(playerId) !== from) return
    if ((kind === 'A' || kind === 'Z') && !outbox.isUp()) {
      // Late, or behind one that is lost: when this process is back the page sends everything again, and nothing of it comes late.
      return catching.begin(playerId)
    }
    const [a = 0, b = 0, c = 0] = numbers.map(Number)
    switch (kind) {
      case 'A':
        return catching.answer(playerId, { battleId, problemIndex: a, answer: b, responseTime: c })
      case 'Z':
        return catching.timeout(playerId, { battleId, finalScore: 0, problemsAnswered: a })
      case 'Y':
        return local.ready(playerId, battleId)
      case 'D':
        return local.drop(playerId, clock.nowMs() - Number(battleId))
      case 'S':
        return local.silent(playerId, clock.nowMs() - Number(battleId))
    }
  }

  /** Opens a battle that is planned only. */
  const open = ({ header, epoch }: Planned): void => {
    const { plan, seed, homes: known } = readHeader(header)
    const { battleId } = plan
    plan.entrants.forEach((entrant, seat) => {
      const home = known[seat]
      if (entrant.kind === 'person' && home) homes.comesFrom(entrant.playerId, home)
    })
    const isBegun = books.planned({ header, epoch }, () => local.begin(plan, seed))
    if (!isBegun) {
      const book = newBook(plan, seed, { epoch, header })
      return outbox.batch().ended(book, { end: '', isStored: false })
    }
    for (const playerId of books.seated(battleId)) {
      if (homes.of(playerId) !== undefined) continue
      entered(playerId)
      if (leavers.hasJustLeft(playerId)) local.leave(playerId)
      else if (!isHere(playerId)) local.drop(playerId, clock.nowMs())
    }
  }

  const adoptOne = (read: ReadBattle, silentSinceMs: number): void => {
    if (read.kind === 'planned') return open(read)
    const { book, state, lastAtMs } = read
    books.add(book)
    if (state.stage === 'ended') {
      books.ended(state)
      return outbox.batch().effect(book.battleId, () => heard.ended(state))
    }
    local.adopt(state)
    for (const playerId of book.seated) local.drop(playerId, Math.max(lastAtMs, silentSinceMs))
  }

  /** Whoever of these is here plays on; who is elsewhere or has no page will say so. */
  const tellWhoIsHere = (battleId: string, silentSinceMs: number): void => {
    leavers.leaveAdopted(battleId)
    for (const playerId of books.seated(battleId)) {
      local.drop(playerId, silentSinceMs)
      if (isHere(playerId)) resumeHere(playerId, () => undefined)
    }
  }

  const processEnded = (process: ProcessId, silentSinceMs: number): void => {
    for (const [playerId, home] of homes.away()) {
      if (home !== process) continue
      homes.forget(playerId)
      local.drop(playerId, silentSinceMs)
    }
    far.processEnded(process, silentSinceMs)
    leavers.tell()
  }

  return {
    ...local,
    resume: (playerId, otherwise) => {
      leavers.came(playerId)
      if (local.has(playerId)) resumeHere(playerId, otherwise)
      else far.resume(playerId, otherwise)
    },
    ready: (playerId, battleId) => {
      if (far.ready(playerId, battleId)) return
      // The line was another process's, which has not said yet that it is gone.
      if (homes.forget(playerId)) local.drop(playerId, clock.nowMs())
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
      if (!far.drop(playerId, sinceMs) && homes.of(playerId) === undefined) local.drop(playerId, sinceMs)
    },
    silent: (playerId, sinceMs) => {
      if (!far.silent(playerId, sinceMs)) local.silent(playerId, sinceMs)
    },
    leave: (playerId) => {
      if (far.leave(playerId)) return
      if (local.has(playerId)) local.leave(playerId)
      else leavers.leftUnknown(playerId)
    },
    timedSinceMs: (playerId) => far.timedSinceMs(playerId) ?? local.timedSinceMs(playerId),
    hear: (from, text) => {
      if (text.startsWith('T ') || text.startsWith('M ')) {
        const end = text.indexOf(' ', 2)
        const [name, rest] = [text.slice(2, end), text.slice(end + 1)]
        if (text.startsWith('T ')) far.told(from, name, rest as Packet)
        else if (!books.has(name)) open({ header: rest, epoch: 1 })
        return true
      }
      const [kind = '', ...words] = text.split(' ', 6)
      switch (kind) {
        case 'W':
        case 'B':
        case 'E':
        case 'N':
          far.hear(from, kind, words[0] ?? '', words[1] ?? '')
          return true
        case 'F':
          heard.refuse(words[0] ?? '', words[1] as BattleErrorCode)
          return true
        case 'L':
        case 'Q':
          leavers.hear(from, kind, words[0] ?? '', words[1] ?? '')
          return true
      }
      if (!'RYAZDS'.includes(kind)) return false
      hearPlayer(from, kind, words)
      return true
    },
    written: books.written,
    adopt: (battles, silentSinceMs) => {
      for (const read of battles) {
        const { battleId } = read.kind === 'planned' ? read.plan : read.book
        if (books.has(battleId)) continue
        adoptOne(read, silentSinceMs)
        tellWhoIsHere(battleId, silentSinceMs)
      }
    },
    letGo: (battleIds) => {
      const people = new Map<string, string>()
      for (const battleId of battleIds) {
        const book = books.remove(battleId)
        if (!book) continue
        local.letGo(battleId)
        dropped(battleId)
        leavers.goesOn(book)
        for (const playerId of peopleOfBook(book)) {
          people.set(playerId, battleId)
          if (isHere(playerId)) far.lost(playerId, battleId)
          forgetPlayer(playerId)
        }
      }
      leavers.tell()
      return people
    },
    giveUpSeats: leavers.giveUpSeats,
    battleIds: books.ids,
    keptEnds: books.keptEnds,
    endsWritten: books.endsWritten,
    forgetEnds: () => {
      const ends = books.forgetEnds()
      for (const { book } of ends) leavers.goesOn(book)
      return ends
    },
    processEnded,
    reunite: (sinceMs) => {
      // What they sent meanwhile is lost. Their processes lead them back when they hear that this one is there again.
      for (const [playerId] of homes.away()) catching.begin(playerId)
      far.reunite(sinceMs)
      leavers.reunite()
    },
    processIsBack: (process, sinceMs) => {
      far.processIsBack(process, sinceMs)
      leavers.tell()
    },
    onlyAlive: (processes) => {
      const homesNow = [...homes.away()].map(([, process]) => process)
      const known = new Set([...homesNow, ...far.owners()])
      const gone = new Set([...known].filter((process) => !processes.has(process)))
      // The first time it may be one so new that what was asked for did not have it yet.
      for (const process of gone) if (missed.has(process)) processEnded(process, clock.nowMs())
      missed = gone
    },
    find: far.find,
    gone: (playerId) => far.forget(playerId),
    stored: books.stored,
  }
}
