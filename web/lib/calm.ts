import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isStudentHere } from './signed-in.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

/** The page's first script reads both keys too, so that calm mode is on before the first paint. */
const GUEST_KEY = 'tenfold.calm'
const STUDENT_KEY = 'tenfold.studentCalm'

const keyHere = (): string => (isStudentHere() ? STUDENT_KEY : GUEST_KEY)

/**
 * Whether the player of this page plays in calm mode: no clock, points, confetti, sounds, run of days or ranks. Elements of the
 * class `not-calm` are hidden then. It is kept by device for guests, and by the server for students (features/student/student-store.ts).
 */
const calm = createStore<boolean>(() => readStored(keyHere(), Boolean) ?? false)

/** Whether calm mode is on. */
export function isCalm(): boolean {
  return calm.getState()
}

/** Whether calm mode is on, as it changes. */
export function useCalm(): boolean {
  return useStore(calm)
}

/** Turns calm mode on or off for the player of this page. */
export function setCalm(on: boolean): void {
  writeStored(keyHere(), on)
  showCalm(on)
}

/** Turns calm mode on or off as long as the page is open. */
function showCalm(on: boolean): void {
  document.documentElement.toggleAttribute('data-calm', on)
  calm.setState(on)
}

/** Removes the choice of the student who leaves this device. */
export function removeStudentCalm(): void {
  removeStored(STUDENT_KEY)
}
