import { useEffect, useMemo, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { fieldsOf } from '../../../domain/json-fields.ts'
import { elapsedOf } from '../../../domain/practice-clock.ts'
import type { PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import { isCalm } from '../../lib/calm.ts'
import { steadyNowMs } from '../../lib/now.ts'
import { PACE_KEY } from '../../lib/practice-key.ts'
import { browserStore } from '../../lib/storage.ts'
import { usePracticeRun, useView } from './use-run.ts'

/** When each problem of a session was over, in milliseconds of its clock. */
export type Pace = readonly number[]

const NO_PACE: Pace = []

function pacesOf(player: string): ReadonlyMap<string, unknown> {
  const stored = fieldsOf(browserStore.read(PACE_KEY, (json) => json))
  return stored.get('player') === player ? fieldsOf(stored.get('paces')) : new Map()
}

/** The pace of the player's last session of a type; empty if there is none. */
export function lastPace(player: string, sessionType: string): Pace {
  const pace = pacesOf(player).get(sessionType)
  return Array.isArray(pace) ? pace.filter((atMs) => typeof atMs === 'number') : []
}

/** Measures a session's pace, and stores it when the session is finished. */
export class PaceMeter {
  #sessionId: string | null = null
  #pace: number[] = []

  /** Call after each change of state. */
  note(state: PracticeState): void {
    if (!('clock' in state)) return
    const { id, answered } = state.session
    if (id !== this.#sessionId) [this.#sessionId, this.#pace] = [id, []]
    // After a reload, the problems before it count as over now.
    while (this.#pace.length < answered.length) this.#pace.push(elapsedOf(state.clock, steadyNowMs()))
  }

  finished(player: string, { id, sessionType, answered }: PracticeSession): void {
    if (id !== this.#sessionId || answered.length === 0) return
    // The last problem ends the session, and with it the clock.
    for (const { responseTimeMs } of answered.slice(this.#pace.length))
      this.#pace.push((this.#pace.at(-1) ?? 0) + responseTimeMs)
    const paces = new Map(pacesOf(player)).set(sessionType, this.#pace)
    browserStore.write(PACE_KEY, { player, paces: Object.fromEntries(paces) })
  }
}

/** Whether the child races against its own last session. */
const race = createStore<boolean>(() => false)

/** From now on, the child races against its last session of the same type, or no longer. */
export function chooseRace(on: boolean): void {
  race.setState(on, true)
}

/** Whether the child races. */
export function useRacing(): boolean {
  return useStore(race)
}

/** How many problems were over by now in the session that the child races against, as time passes; 0 without a race. */
export function useGhostProblems(): number {
  const run = usePracticeRun()
  const isOn = useRacing() && !isCalm()
  const session = useView(({ state }) => ('session' in state ? state.session : null))
  const clock = useView(({ state }) => ('clock' in state ? state.clock : null))
  const { id = null, sessionType = '' } = session ?? {}
  // Of the last session before this one.
  const pace = useMemo(() => (isOn && id ? run.lastPace(sessionType) : NO_PACE), [run, isOn, id, sessionType])
  const [over, setOver] = useState({ id, problems: 0 })
  useEffect(() => {
    if (clock === null || pace.length === 0) return
    let timer: ReturnType<typeof setTimeout>
    const show = (): void => {
      const elapsedMs = elapsedOf(clock, steadyNowMs())
      const problems = pace.filter((atMs) => atMs <= elapsedMs).length
      setOver({ id, problems })
      const next = pace[problems]
      if (next !== undefined && clock.runningSinceMs !== null) timer = setTimeout(show, next - elapsedMs + 1)
    }
    timer = setTimeout(show)
    return () => clearTimeout(timer)
  }, [pace, clock, id])
  return pace.length > 0 && over.id === id ? over.problems : 0
}
