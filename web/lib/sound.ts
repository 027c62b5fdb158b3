import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isCalm } from './calm.ts'
import { readStored, writeStored } from './storage.ts'

const SOUND_KEY = 'tenfold.sound'

/** Notes in hertz, played one after another. */
const SOUNDS = {
  tap: { notes: [392], noteMs: 45 },
  correct: { notes: [659.25, 987.77], noteMs: 85 },
  not_yet: { notes: [329.63, 246.94], noteMs: 160 },
  finished: { notes: [523.25, 659.25, 783.99, 1046.5], noteMs: 130 },
} as const

export type Sound = keyof typeof SOUNDS

const LOUDNESS = 0.08
const FADE_SECONDS = 0.12

/** Default: on. */
const soundOn = createStore<boolean>(
  () => readStored(SOUND_KEY, (json) => (typeof json === 'boolean' ? json : null)) ?? true,
)
let context: AudioContext | null = null

/** Whether sounds are played. */
export function isSoundOn(): boolean {
  return soundOn.getState()
}

/** Turns sounds on or off, and stores that. */
export function setSoundOn(value: boolean): void {
  writeStored(SOUND_KEY, value)
  soundOn.setState(value)
}

/** Subscribes to `isSoundOn`. */
export function useSoundOn(): boolean {
  return useStore(soundOn)
}

/** Plays a sound if sounds are on. Never throws. */
export function playSound(sound: Sound): void {
  if (!isSoundOn() || isCalm()) return
  try {
    context ??= new AudioContext()
    // Besides 'suspended', 'interrupted' after a call on an iPad.
    if (context.state !== 'running') void context.resume().catch(() => {})
    const { notes, noteMs } = SOUNDS[sound]
    for (const [index, hertz] of notes.entries()) {
      playNote(context, hertz, context.currentTime + (index * noteMs) / 1000, noteMs / 1000)
    }
  } catch {
    // No audio device, or too many contexts.
  }
}

function playNote(audio: AudioContext, hertz: number, atSeconds: number, lengthSeconds: number): void {
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  const endSeconds = atSeconds + lengthSeconds + FADE_SECONDS
  tone.type = 'triangle'
  tone.frequency.value = hertz
  gain.gain.setValueAtTime(0, atSeconds)
  gain.gain.linearRampToValueAtTime(LOUDNESS, atSeconds + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, endSeconds)
  tone.connect(gain).connect(audio.destination)
  tone.start(atSeconds)
  tone.stop(endSeconds)
}

/**
 * Makes the M key turn sound on and off while the focus is in the answer box or on a control with `aria-keyshortcuts`; a global
 * single-letter shortcut would interfere with speech input (WCAG 2.1.4). Returns a function that removes it.
 */
export function listenForSoundKey(): () => void {
  window.addEventListener('keydown', onSoundKey)
  return () => window.removeEventListener('keydown', onSoundKey)
}

function onSoundKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'm' || event.repeat) return
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const isTarget =
    event.target instanceof Element && event.target.matches('[inputmode=none], [aria-keyshortcuts]')
  if (isTarget) setSoundOn(!isSoundOn())
}
