import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Me, SignedInRole } from '../../../contract/account.ts'
import { handedOverBy } from '../../lib/handed-over.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { accountMessages } from './messages.en.ts'
import type { PageAfter } from './session.ts'

const { menu: words } = accountMessages

const PAGES: Record<SignedInRole, readonly (readonly [href: string, name: string])[]> = {
  student: [
    ['/dashboard', words.play],
    ['/me', words.me],
  ],
  teacher: [
    ['/classes', words.classes],
    ['/account', words.account],
  ],
  parent: [
    ['/children', words.children],
    ['/account', words.account],
  ],
}

const ITEM = 'flex min-h-target w-full items-center rounded-key px-4 text-start font-bold hover:bg-sunk'

type Props = {
  me: Me
  /** Signs out; the page is left. */
  onSignOut: (begins?: PageAfter) => Promise<void>
}

/** The signed-in person, with links to their pages and Sign Out. */
export function AccountMenu({ me, onSignOut }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isLeaving, setLeaving] = useState(false)

  function leave(begins?: PageAfter): void {
    if (isLeaving) return
    setLeaving(true)
    void onSignOut(begins)
  }

  useEffect(() => {
    const details = menu.current
    const close = (): void => details?.removeAttribute('open')
    const closeElsewhere = ({ target }: Event): void => {
      if (target instanceof Node && !details?.contains(target)) close()
    }
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !details?.open) return
      close()
      details.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeElsewhere)
    document.addEventListener('focusin', closeElsewhere)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeElsewhere)
      document.removeEventListener('focusin', closeElsewhere)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])

  return (
    <details ref={menu} className="relative">
      <summary
        className={buttonStyle(
          'quiet',
          'regular',
          'max-w-[26vw] list-none px-2! sm:max-w-60 [&::-webkit-details-marker]:hidden',
        )}
      >
        <span className="sr-only">{words.signedInAs}</span>
        <span dir="auto" translate="no" className="truncate">
          {me.name}
        </span>
        <svg viewBox="0 0 12 8" width="12" className="shrink-0" aria-hidden="true">
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2.5" />
        </svg>
      </summary>
      <div
        // The button may have no room for the whole name.
        data-name={me.name}
        className="absolute top-full end-0 z-30 grid w-56 gap-1 rounded-card border-2 border-edge bg-sheet p-2 before:px-4 before:py-2 before:font-bold before:wrap-anywhere before:content-[attr(data-name)] max-[24rem]:fixed max-[24rem]:top-16 max-[24rem]:end-2 max-[24rem]:max-h-[calc(100dvh-4.5rem)] max-[24rem]:overflow-y-auto"
      >
        {PAGES[me.role].map(([href, name]) => (
          <Link key={href} href={href} className={ITEM} onClick={() => menu.current?.removeAttribute('open')}>
            {name}
          </Link>
        ))}
        {me.role === 'student' && handedOverBy() !== '' && (
          <button type="button" className={ITEM} aria-disabled={isLeaving} onClick={() => leave('for_adult')}>
            {words.backToAdult}
          </button>
        )}
        <button type="button" className={ITEM} aria-disabled={isLeaving} onClick={() => leave()}>
          {words.signOut}
        </button>
      </div>
    </details>
  )
}
