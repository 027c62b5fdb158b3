import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSaving } from '../../web/lib/use-saving.ts'

type Value = { readonly calm: boolean; readonly clock: boolean }

const BEFORE: Value = { calm: false, clock: false }

afterEach(cleanup)

/** A value on a screen, whose calls are answered one by one. */
function screenOf() {
  const calls: { readonly change: Partial<Value>; readonly answer: (result: Value | null) => void }[] = []
  const shown = [BEFORE]
  const { result } = renderHook(() =>
    useSaving<Value>(
      (_value, change) => new Promise((answer) => calls.push({ change, answer })),
      (value) => shown.push(value),
    ),
  )
  const press = (change: Partial<Value>) => result.current(shown.at(-1) ?? BEFORE, change)
  const answer = (place: number, value: Value | null) => act(async () => calls[place]?.answer(value))
  return { press, answer, shown, changes: () => calls.map(({ change }) => change) }
}

test('[STR-10] a press during a call is shown at once and saved after it', async () => {
  const { press, answer, shown, changes } = screenOf()
  const stored = [
    press({ calm: true }),
    press({ clock: true }),
    press({ clock: false }),
    press({ clock: true }),
  ]
  expect(shown.at(-1)).toEqual({ calm: true, clock: true })
  expect(changes()).toEqual([{ calm: true }])
  await answer(0, { calm: true, clock: false })
  expect(changes()).toEqual([{ calm: true }, { clock: true }])
  expect(shown.at(-1)).toEqual({ calm: true, clock: true })
  await answer(1, { calm: true, clock: true })
  expect(await Promise.all(stored)).toEqual([true, true, true, true])
  const next = press({ calm: false })
  await answer(2, { calm: false, clock: true })
  expect(await next).toBe(true)
  expect(changes()).toHaveLength(3)
})

test('[STR-10] a change that cannot be saved returns to the last saved state', async () => {
  const { press, answer, shown } = screenOf()
  const stored = [press({ calm: true }), press({ clock: true })]
  await answer(0, { calm: true, clock: false })
  await answer(1, null)
  expect(await Promise.all(stored)).toEqual([false, false])
  expect(shown.at(-1)).toEqual({ calm: true, clock: false })
})
