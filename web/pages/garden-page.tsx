import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { gardenFacts } from '../../domain/garden.ts'
import { GardenView } from '../features/garden/garden-view.tsx'
import { ArrivalInAddress } from '../features/take-along/arrival-in-address.tsx'
import { takeAlongMessages } from '../features/take-along/messages.en.ts'
import { TakeAlong } from '../features/take-along/take-along.tsx'
import { changePlayer, useGuest } from '../features/guest/guest-store.ts'
import { guestMemory } from '../lib/guest-memory.ts'
import { isStudentHere } from '../lib/signed-in.ts'
import { readSite } from '../lib/site.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { gardenPageMessages as words } from './garden-page.messages.en.ts'
import { guestGarden } from './guest-garden.ts'
import { GardenTop } from './garden-top.tsx'

/** The garden of the guest on this device (issue 17), and where one from another device arrives. A student has one of their own. */
export function GardenPage() {
  const [arrives, setArrives] = useState(() => window.location.hash !== '')
  const [version, setVersion] = useState(0)
  const refresh = (): void => setVersion(version + 1)

  if (isStudentHere() && !arrives) return <Redirect to="/me" replace />
  return (
    <>
      {!isStudentHere() && <GuestGarden key={version} onArrived={refresh} />}
      {arrives && (
        <ArrivalInAddress
          garden={guestGarden}
          onDone={() => {
            setArrives(false)
            refresh()
          }}
        />
      )}
    </>
  )
}

function GuestGarden({ onArrived }: { onArrived: () => void }) {
  const nickname = useGuest().session?.nickname ?? ''
  const [tried] = useState(() => {
    const { memory, day } = guestMemory()
    return gardenFacts(memory, day)
  })
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 pt-4">
      <h1 className="-mb-2 text-3xl leading-tight outline-none sm:text-4xl">{words.title}</h1>
      <GardenTop nickname={nickname} tried={tried}>
        <LinkButton kind="primary" size="large" href="/guest" className="max-sm:w-full">
          {words.practice}
        </LinkButton>
      </GardenTop>
      <GardenView tried={tried} reader="child" readHistory={null} />
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
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {takeAlongMessages.open}
      </Button>
      <TakeAlong garden={guestGarden} open={isOpen} onClose={() => setOpen(false)} onArrived={onArrived} />
    </>
  )
}

function SomebodyElse({ nickname }: { nickname: string }) {
  const [isAsked, setAsked] = useState(false)
  const [, navigate] = useLocation()

  function start(): void {
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
        <p>{words.change.text(nickname)}</p>
      </Dialog>
    </>
  )
}
