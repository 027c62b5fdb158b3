import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Me } from '../../../contract/account.ts'
import type { OwnDay } from '../../../contract/student.ts'
import * as studentCalls from '../../generated/student-calls.ts'
import { useLive } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { CalmToggle } from '../../ui/calm-toggle.tsx'
import { Card } from '../../ui/card.tsx'
import { messages } from '../../ui/messages.en.ts'
import { studentMessages } from './messages.en.ts'
import { hasItemsOf } from './student-outbox.ts'
import { chooseSettings, settingsOf, studentOutbox } from './student-store.ts'

/** Shorter waits for the server are not shown; milliseconds. */
const SOON_MS = 2000

/** Whether something that this student did waits on this device, and whether it has for a moment, as it changes. */
function useAnswersWait(studentId: string): { readonly waits: boolean; readonly isLong: boolean } {
  // The status counts the items of every student; storage knows whose they are.
  const waits = useStore(studentOutbox.status, () => hasItemsOf(studentId))
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLong(true), SOON_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [waits])
  return { waits, isLong: waits && isLong }
}

const TIMEOUT_MS = 8000
/** Practice on another device shows here soon. */
const EVERY_MS = 10_000
/** While something is on its way to the server it counts there any moment. */
const EXPECTING_EVERY_MS = 3000

/** Room for the days of practice, the run and today's numbers, so that nothing moves when they arrive. */
const TODAY_HEIGHT = 'min-h-30'

const NO_DAYS: OwnDay['streak'] = { days: 0, run: 0 }

/** The name on the boards, and what was done today. As large while `me` is not known yet. */
export function StudentCard({ me, today }: { me: Me | null; today: string }) {
  const nickname = me?.nickname ?? ''
  return (
    <Card className="grid gap-4 p-4! sm:max-lg:grid-cols-2">
      <div className="grid content-start gap-2">
        {me ? (
          <p translate="no" className="min-h-14 text-lg leading-snug font-bold break-words">
            {settingsOf(me).boards ? studentMessages.playsAs(nickname) : nickname}
          </p>
        ) : (
          <output className="min-h-14 text-ink-soft">{messages.loading}</output>
        )}
        {me ? <Today studentId={me.id} today={today} /> : <div className={TODAY_HEIGHT} />}
      </div>
      <CalmToggle onChoose={(calm) => me && chooseSettings(me, { calm })} />
    </Card>
  )
}

/** In one place that is high enough for either, so that nothing moves: days of practice, the run and today's numbers, or why they are not all yet. */
function Today({ studentId, today }: { studentId: string; today: string }) {
  const { waits, isLong } = useAnswersWait(studentId)
  const live = useLive<OwnDay>(
    `student stats ${studentId} ${today}`,
    (signal) => sessionCall(studentCalls.dailyStats, {}, { signal, timeoutMs: TIMEOUT_MS }),
    { everyMs: waits ? EXPECTING_EVERY_MS : EVERY_MS },
  )
  const stats = live.state === 'value' ? live.value : null
  const { days, run } = stats?.streak ?? NO_DAYS
  const note = isLong ? studentMessages.answersWait : live.state === 'failed' && studentMessages.statsAway
  return (
    <div className="grid items-center *:col-start-1 *:row-start-1">
      <div className={`grid gap-1 ${TODAY_HEIGHT} content-center ${stats && !note ? '' : 'invisible'}`}>
        <p className="text-2xl leading-tight font-bold tabular-nums">{studentMessages.days(days)}</p>
        <p className="not-calm only-streak">{studentMessages.run(run)}</p>
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span className="not-calm">{studentMessages.points(stats?.totalDailyPoints ?? 0)}</span>
          <span>{studentMessages.sessions(stats?.sessionsToday ?? 0)}</span>
        </p>
      </div>
      <output className={`flex ${TODAY_HEIGHT} items-center text-ink-soft`}>{note}</output>
    </div>
  )
}
