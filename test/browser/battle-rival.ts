import { io } from 'socket.io-client'
import type { StartView } from '../../domain/battle-view.ts'
import type { BattleType } from '../../domain/division.ts'
import { randomToken } from './guest.ts'

/** Quick for a person; what is much quicker wins nothing (BAT-111). */
const ANSWER_MS = 420

/** A child who plays without a browser, for screens that need somebody to play against. */
export type Rival = {
  /** Into the queue of this type; a battle that was there before is dropped. */
  join(type: BattleType): void
  /** The battle, as soon as it runs. */
  started(): Promise<StartView>
  /** So many right answers, one after the other. */
  answer(times: number): Promise<void>
  /** Has no more to play; the battle is over when everybody has. */
  finish(): void
  ended(): Promise<void>
  close(): void
}

export type RivalName = {
  readonly nickname: string
  readonly location?: string
  readonly playerId?: string
}

/** Connects a rival to the server. */
export async function rivalAt(origin: string, name: RivalName): Promise<Rival> {
  const { playerId = randomToken(), nickname, location = '' } = name
  const socket = io(origin, { transports: ['websocket'], forceNew: true, reconnection: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const next = <Payload>(event: string) =>
    new Promise<Payload>((resolve) => void socket.once(event, (payload: Payload) => resolve(payload)))
  let start = next<StartView>('battle-start')
  let end = next<unknown>('battle-end')
  let given = 0
  return {
    join(type) {
      given = 0
      start = next('battle-start')
      end = next('battle-end')
      socket.emit('join-battle-queue', { playerId, nickname, location, ...type })
    },
    started: () => start,
    async answer(times) {
      const { battleId, problems } = await start
      for (const last = given + times; given < last; given += 1) {
        await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
        const { answer } = problems[given] ?? { answer: 0 }
        const responseTime = ANSWER_MS
        socket.emit('battle-answer', { battleId, problemIndex: given, answer, responseTime })
      }
    },
    finish: () =>
      void start.then(({ battleId }) =>
        socket.emit('battle-timeout', { battleId, finalScore: 0, problemsAnswered: given }),
      ),
    ended: async () => void (await end),
    close: () => void socket.disconnect(),
  }
}
