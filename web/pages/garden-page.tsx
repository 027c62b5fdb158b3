import { Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { gardenFacts } from '../../domain/garden.ts'
import { Collection } from '../features/achievements/collection.tsx'
import { guestCollection } from '../features/achievements/guest-achievements.ts'
import { GardenView } from '../features/garden/garden-view.tsx'
import { takeAlongMessages } from '../features/take-along/messages.en.ts'
import { ignoreSecondClick } from '../features/take-along/second-click.ts'
import { changePlayer, useGuest } from '../features/guest/guest-store.ts'
import { guestMemory } from '../lib/guest-memory.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { isStudentHere } from '../lib/signed-in.ts'
import { readSite } from '../lib/site.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { browserStore } from '../lib/storage.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { withNames } from '../ui/with-names.tsx'
import { gardenPageMessages as words } from './garden-page.messages.en.ts'
import { GardenTop } from './garden-top.tsx'
import { useGuestTen } from './use-guest-ten.ts'
import type { GuestWeek as WeekComponent } from './guest-week.tsx'

// The engine and the QR code come after the garden is painted.
const GuestTakeAlong = lazyPage(() => import('./garden-travel.tsx').then((part) => part.GuestTakeAlong))
const GuestArrival = lazyPage(() => import('./garden-travel.tsx').then((part) => part.GuestArrival))

type Week = typeof WeekComponent

/** The calendar comes after the garden is painted, too. Left out if it cannot be loaded. */
const loadWeek = (): Promise<Week | null> =>
  import('./guest-week.tsx').then(
    (part) => part.GuestWeek,
    () => null,
  )

/** The garden of the guest on this device (issue 17), and where one from another device arrives. A student has one of their own. */
export function GardenPage() {
  // The number of the garden that is arriving, so that another link asks again; 0 for none.
  const [arrival, setArrival] = useState(() => Number(window.location.hash !== ''))
  // A link that is opened in this tab changes only the fragment and loads nothing.
  useEffect(() => {
    const look = (): void => setArrival((last) => (window.location.hash === '' ? last : last + 1))
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  const [version, setVersion] = useState(0)
  const refresh = (): void => setVersion(version + 1)

  if (isStudentHere() && arrival === 0) return <Redirect to="/me" replace />
  return (
    <>
      {!isStudentHere() && <GuestGarden key={version} onArrived={refresh} />}
      {arrival > 0 && (
        <Suspense>
          <GuestArrival
            key={arrival}
            onDone={() => {
              setArrival(0)
              refresh()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function GuestGarden({ onArrived }: { onArrived: () => void }) {
  const nickname = useGuest().session?.nickname ?? ''
  const { play, alert } = useGuestTen()
  const [tried] = useState(() => {
    const { memory, day } = guestMemory()
    return gardenFacts(memory, day)
  })
  const [achievements] = useState(() => guestCollection(browserStore))
  const [GuestWeek, setGuestWeek] = useState<Week | null>(null)
  useEffect(() => whenIdle(() => void loadWeek().then((loaded) => setGuestWeek(() => loaded))), [])
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 pt-4">
      <h1 className="-mb-2 text-3xl leading-tight outline-none sm:text-4xl">{words.title}</h1>
      <GardenTop nickname={nickname} tried={tried}>
        <Button kind="primary" size="large" onClick={play} className="max-sm:w-full">
          {words.practice}
        </Button>
      </GardenTop>
      {alert}
      <GardenView tried={tried} reader="child" readHistory={null} />
      {GuestWeek && <GuestWeek />}
      <Collection achievements={achievements} reader="child" />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-xl text-ink-soft">{words.onDevice(readSite().guestRetentionDays)}</p>
        <div className="flex flex-wrap gap-3">
          <TakeAlongButton onArrived={onArrived} />
          {nickname !== '' && <SomebodyElse nickname={nickname} />}
        </div>
      </div>
    </div>
  )
}

function TakeAlongButton({ onArrived }: { onArrived: () => void }) {
  const [isOpen, setOpen] = useState(false)
  // A dialog that was once opened stays, to show what a file brought.
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => whenIdle(() => void GuestTakeAlong.prefetch()), [])

  function open(): void {
    setWasOpened(true)
    setOpen(true)
  }

  return (
    <>
      <Button kind="secondary" onClick={open}>
        {takeAlongMessages.open}
      </Button>
      {wasOpened && (
        <Suspense>
          <GuestTakeAlong open={isOpen} onClose={() => setOpen(false)} onArrived={onArrived} />
        </Suspense>
      )}
    </>
  )
}

function SomebodyElse({ nickname }: { nickname: string }) {
  const [isAsked, setAsked] = useState(false)
  const [, navigate] = useLocation()

  function start(): void {
    ignoreSecondClick()
    changePlayer()
    navigate('/guest')
  }

  return (
    <>
      <Button kind="secondary" onClick={() => setAsked(true)}>
        {words.somebodyElse}
      </Button>
      <Dialog
        open={isAsked}
        title={words.change.title}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button kind="secondary" onClick={start}>
              {words.change.start}
            </Button>
            <Button kind="primary" onClick={() => setAsked(false)}>
              {words.change.keep}
            </Button>
          </>
        }
      >
        <p>{withNames(words.change.text, nickname)}</p>
      </Dialog>
    </>
  )
}
