import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { readSite } from '../../lib/site.ts'
import { listenForSoundKey, setSoundOn, useSoundOn } from '../../lib/sound.ts'
import { chooseTheme, useTheme } from '../../lib/theme.ts'
import { Button } from '../../ui/button.tsx'
import { Moon, Sound, SoundOff, Sun } from '../../ui/icons.tsx'
import { Logo } from '../../ui/logo.tsx'
import { frameMessages } from './messages.en.ts'

/** The bar at the top: link to home, account, sound and theme. Hidden on problem screens. */
export function Header({ account }: { account: ReactNode }) {
  const { name } = readSite()
  return (
    <header className="page-width flex min-h-16 items-center gap-1 in-[[data-whole-screen]]:hidden">
      <Link
        href="/guest"
        aria-label={frameMessages.home(name)}
        className="me-auto flex min-h-target min-w-0 items-center rounded-key"
      >
        <Logo name={name} height={28} />
      </Link>
      {account || (
        <Link href="/sign-in" className="text-link flex min-h-target min-w-target items-center shrink-0">
          {frameMessages.signIn}
        </Link>
      )}
      <span className="not-calm">
        <SoundButton />
      </span>
      <ThemeButton />
    </header>
  )
}

function SoundButton() {
  const on = useSoundOn()
  useEffect(listenForSoundKey, [])
  const label = on ? frameMessages.soundOn : frameMessages.soundOff
  return (
    <Button
      kind="quiet"
      aria-label={label}
      data-tooltip={label}
      aria-keyshortcuts="m"
      onClick={() => setSoundOn(!on)}
    >
      {on ? <Sound /> : <SoundOff />}
    </Button>
  )
}

function ThemeButton() {
  const theme = useTheme()
  const label = theme === 'dark' ? frameMessages.toLight : frameMessages.toDark
  return (
    <Button
      kind="quiet"
      aria-label={label}
      data-tooltip={label}
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      {theme === 'dark' ? <Sun /> : <Moon />}
    </Button>
  )
}
