import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Assignments } from '../../contract/assignments.ts'
import { beAdult, send } from './adult-browser.ts'
import { eachInAnEmptyBrowser } from './boards.tsx'

eachInAnEmptyBrowser()

async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }))
}

test('[DSH-15] one press assigns what each child needs from Monday to Friday, and can be undone', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [school] = (await (await fetch('/api/classes')).json()) as { id: string }[]
  const classId = school?.id ?? ''
  await send(`/api/classes/${classId}/children`, { names: ['Ana', 'Ben'] })
  const known = async () => (await (await fetch(`/api/classes/${classId}/assignments`)).json()) as Assignments
  const onChanged = vi.fn()
  const { AssignNextWeek } = await import('../../web/features/assignments/assign-next-week.tsx')
  render(<AssignNextWeek classId={classId} onChanged={onChanged} />)

  await press('Assign next week’s practice')
  await screen.findByText(/^Assigned: what each child needs, 20 problems by Fri, /)
  const { today, assignments } = await known()
  expect(assignments).toMatchObject([{ who: null, assigned: { kind: 'needs' }, lastDay: null }])
  const [{ firstDay, dueDay } = { firstDay: '', dueDay: '' }] = assignments
  expect([firstDay, dueDay].map((day) => new Date(day).getUTCDay())).toEqual([1, 5])
  const ahead = (Date.parse(firstDay) - Date.parse(today)) / 86_400_000
  expect([1, 2, 3, 4, 5, 6, 7]).toContain(ahead)
  expect(Date.parse(dueDay) - Date.parse(firstDay)).toBe(4 * 86_400_000)

  await press('Undo')
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2))
  expect((await known()).assignments).toEqual([])
  await press('Assign next week’s practice')
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(3))
  expect((await known()).assignments).toHaveLength(1)
})
