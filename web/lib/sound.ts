import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from './storage.ts'

const SOUND_KEY = 'tenfold.sound'

/** Each sound: notes in hertz, one after another, and how long each lasts. A right answer rises
 * quickly, a miss falls slowly; small, warm and never a buzzer. */
const SOUNDS = {
  tap: { notes: [392], noteMs: 45 },
  correct: { notes: [659.25, 987.77], noteMs: 85 },
  not_yet: { notes: [329.63, 246.94], noteMs: 160 },
  finished: { notes: [523.25, 659.25, 783.99, 1046.5], noteMs: 130 },
} as const

export type Sound = keyof typeof SOUNDS

const LOUDNESS = 0.08
const FADE_SECONDS = 0.12

/** Whether sounds are played; they are until switched off here. */
const soundOn = createStore<boolean>(
  () => readStored(SOUND_KEY, (json) => (typeof json === 'boolean' ? json : null)) ?? true,
)
let context: AudioContext | null = null

/** Whether sounds are played. */
export function isSoundOn(): boolean {
  return soundOn.getState()
}

/** Switches sounds on or off and remembers it for the next visit. */
export function setSoundOn(value: boolean): void {
  writeStored(SOUND_KEY, value)
  soundOn.setState(value)
}

/** Whether sounds are played, as it changes. */
export function useSoundOn(): boolean {
  return useStore(soundOn)
}

/** Plays a sound when sounds are on and the browser can; otherwise does nothing. Never throws. */
export function playSound(sound: Sound): void {
  if (!isSoundOn()) return
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => {})
    const { notes, noteMs } = SOUNDS[sound]
    for (const [index, hertz] of notes.entries()) {
      playNote(context, hertz, context.currentTime + (index * noteMs) / 1000, noteMs / 1000)
    }
  } catch {
    // No audio device, or too many contexts: a sound is never worth an error.
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
 * Lets the key M switch sound off and on while the focus is in the answer box or on a control that names the key. A
 * single letter that works everywhere would trip whoever steers by voice (WCAG 2.1.4). Returns what ends it.
 */
export function listenForSoundKey(): () => void {
  window.addEventListener('keydown', onSoundKey)
  return () => window.removeEventListener('keydown', onSoundKey)
}

function onSoundKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'm' || event.repeat) return
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const hears =
    event.target instanceof Element && event.target.matches('[inputmode=none], [aria-keyshortcuts]')
  if (hears) setSoundOn(!isSoundOn())
}
