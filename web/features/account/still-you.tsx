import { useEffect, useState } from 'react'
import type { Me } from '../../../contract/account.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { BATTLE_KEY } from '../../lib/practice-key.ts'
import { signedInMark, TOUCHED_KEY } from '../../lib/signed-in.ts'
import { readStored, tabStore, writeStored } from '../../lib/storage.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { accountMessages } from './messages.en.ts'

const { stillYou: words } = accountMessages

const UNTOUCHED_MS = 45 * 60_000
/** Timers stand still while the device sleeps, so the clock is read this often. */
const LOOK_EVERY_MS = 30_000
/** How often input is noted. */
const NOTE_EVERY_MS = 10_000
const INPUTS = ['pointerdown', 'keydown'] as const

/** How long ago a page of this sign-in was touched; null if none has been. */
function untouchedMs(): number | null {
  const touchedMs = readStored(TOUCHED_KEY, (json) => {
    const [mark, ms] = [fieldsOf(json).get('mark'), fieldsOf(json).get('ms')]
    return mark === signedInMark() && typeof ms === 'number' ? ms : null
  })
  return touchedMs === null ? null : Date.now() - touchedMs
}

function noteTouch(): void {
  writeStored(TOUCHED_KEY, { mark: signedInMark(), ms: Date.now() })
}

/** A tab keeps its battle when the page is left. */
function isInBattle(): boolean {
  return location.pathname === '/battle' && tabStore.keys(BATTLE_KEY).length > 0
}

/** Whether the child may have gone. Nobody is asked during a battle. */
function mayBeGone(): boolean {
  return (untouchedMs() ?? 0) >= UNTOUCHED_MS && !isInBattle()
}

type Props = {
  me: Pick<Me, 'name' | 'nickname' | 'color'>
  onSignOut: () => Promise<void>
}

/** Asks whether the student is still there when no page has been touched for 45 minutes: the next child may sit here. */
export function StillYou({ me: { name, nickname, color }, onSignOut }: Props) {
  const [asks, setAsks] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  /** How often Escape was pressed, which is no answer: the question is asked again. */
  const [escapes, setEscapes] = useState(0)

  useEffect(() => {
    const look = (): void => setAsks(mayBeGone())
    const touch = (): void => {
      if (mayBeGone()) look()
      else if (Math.abs(untouchedMs() ?? Infinity) >= NOTE_EVERY_MS) noteTouch()
    }
    if (untouchedMs() === null) noteTouch()
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    for (const input of INPUTS) window.addEventListener(input, touch, true)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      for (const input of INPUTS) window.removeEventListener(input, touch, true)
    }
  }, [])

  function stay(): void {
    noteTouch()
    setAsks(false)
  }

  function leave(): void {
    setLeaving(true)
    void onSignOut()
  }

  return (
    <Dialog
      key={escapes}
      open={asks || isLeaving}
      role="alertdialog"
      title={<span translate="no">{words.title(name)}</span>}
      onClose={() => setEscapes(escapes + 1)}
      actions={
        <>
          <Button kind="secondary" disabled={isLeaving} onClick={leave}>
            {words.no}
          </Button>
          <Button kind="primary" disabled={isLeaving} onClick={stay}>
            {words.yes}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-4">
        <AnimalBadge animal={animalOf(nickname ?? '')} color={color} size={72} />
        <p className="text-lg">{words.text}</p>
      </div>
    </Dialog>
  )
}
