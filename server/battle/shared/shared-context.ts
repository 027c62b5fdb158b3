import type { BattleErrorCode, ClientPayload } from '../../../contract/battle-events.ts'
import type { TakenFrom } from '../../ops/battle-metrics.ts'
import type { Gateway } from '../gateway.ts'
import type { BattleListener, LiveBattlesNeeds } from '../referee/live-battles.ts'
import type { Packet } from '../socket/packets.ts'
import type { SharedStore } from './arena-store.ts'
import type { Membership } from './membership.ts'
import type { OwnedBattles } from './owned-battles.ts'
import type { RemoteBattles } from './remote-battles.ts'
import type { SharedClock } from './shared-clock.ts'

/** To the process with a player's page. */
export type ToPlayer =
  /** From the player's battle, by its owner. */
  | { readonly type: 'packet'; readonly battleId: string; readonly packet: Packet }
  | { readonly type: 'refused'; readonly code: BattleErrorCode }
  /** The battle has a new owner, or what was sent may be lost: the player is to resume it. */
  | { readonly type: 'moved'; readonly battleId: string }
  /** The player's page is connected to that process since then. */
  | { readonly type: 'connected'; readonly process: string; readonly sinceMs: number }

/** What a player does, for the owner of the player's battle. Times are by the shared clock. */
export type PlayerEvent =
  | { readonly type: 'answer'; readonly payload: ClientPayload<'battle-answer'> }
  | { readonly type: 'timeout'; readonly payload: ClientPayload<'battle-timeout'> }
  /** The player was away since then and is back. */
  | { readonly type: 'resume'; readonly sinceMs: number }
  | { readonly type: 'dropped' | 'silent'; readonly sinceMs: number }
  | { readonly type: 'ready' | 'left' }

/** From the process with the player's page. */
export type ToBattle = PlayerEvent & { readonly playerId: string; readonly process: string }

/** Callbacks for metrics and the log. */
export type SharedCounts = {
  readonly tookOver: (from: TakenFrom, battles: number) => void
  /** Another process has taken over battles of this one. */
  readonly lostBattles: (battles: number) => void
  readonly failed: (error: unknown) => void
}

export type SharedArenaNeeds = Omit<LiveBattlesNeeds, 'clock' | 'journal'> & {
  readonly clock: SharedClock
  readonly store: SharedStore
  readonly maxWaiting: number
  readonly waited: (end: 'people', seconds: number) => void
  readonly counts: SharedCounts
  readonly gateway: () => Pick<Gateway, 'announcePages' | 'has' | 'takenOver'>
  /** Another process has the battle now. */
  readonly dropped: (battleId: string) => void
  /** A process, maybe this one, has deleted the player. */
  readonly deleted: (playerId: string) => void
}

/** What the parts of this process's arena use of the process and of each other. */
export type SharedContext = SharedArenaNeeds & {
  readonly listener: BattleListener
  /** Whether the player's page is connected here. */
  readonly isHere: (playerId: string) => boolean
  /** An outage of Redis is no failure. */
  readonly report: (error: unknown) => void
  readonly membership: Membership
  readonly owned: OwnedBattles
  readonly remote: RemoteBattles
}
