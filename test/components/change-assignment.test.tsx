import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import type { RoundWork } from '../../contract/assignments.ts'
import { assignmentMessages } from '../../web/features/assignments/assignments.messages.en.ts'
import { beAdult, send } from './adult-browser.ts'
import { eachInAnEmptyBrowser } from './boards.tsx'

const { work: words } = assignmentMessages

eachInAnEmptyBrowser()

const json = async (path: string) => (await (await fetch(path)).json()) as unknown

test('[ASG-22, ASG-27] before the first answer a teacher changes what is assigned, for whom and until when', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [school] = (await json('/api/classes')) as { id: string }[]
  const path = `/api/classes/${school?.id}/assignments`
  await send(`/api/classes/${school?.id}/children`, { names: ['Ana', 'Ben'] })
  history.replaceState(null, '', `/assignments/${school?.id}`)
  const { AssignmentsPage } = await import('../../web/pages/assignments-page.tsx')
  render(<Route path="/assignments/:home" component={AssignmentsPage} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Assign' }))

  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const form = within(screen.getByRole('form', { name: 'Change assignment' }))
  fireEvent.click(form.getByRole('radio', { name: 'Some children' }))
  fireEvent.click(form.getByRole('radio', { name: 'Fact sets' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  form.getByText('Choose at least one child.')
  fireEvent.click(form.getByRole('checkbox', { name: 'Ben' }))
  fireEvent.click(form.getByRole('checkbox', { name: 'Doubles' }))
  const due = form.getByLabelText('By the end of')
  const { min, max } = due as HTMLInputElement
  fireEvent.change(due, { target: { value: '2020-01-01' } })
  form.getByText(/^Choose a due day from \w{3}, \w{3} \d+, \d{4} to/)
  fireEvent.change(due, { target: { value: max } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))

  await screen.findByRole('heading', { name: 'Doubles' })
  await screen.findByText('0 of 1 done')
  const { today, assignments } = (await json(path)) as { today: string; assignments: object[] }
  expect(min).toBe(today)
  expect(assignments).toMatchObject([
    { assigned: { kind: 'sets', sets: ['add_doubles'] }, dueDay: max, hasAnswers: false },
  ])
})

test('[ASG-2] what repeats goes on until the end of the school year with one press, in the form and when it is changed', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [school] = (await json('/api/classes')) as { id: string }[]
  const path = `/api/classes/${school?.id}/assignments`
  await send(`/api/classes/${school?.id}/children`, { names: ['Ana'] })
  history.replaceState(null, '', `/assignments/${school?.id}`)
  const { AssignmentsPage } = await import('../../web/pages/assignments-page.tsx')
  render(<Route path="/assignments/:home" component={AssignmentsPage} />)
  fireEvent.click(await screen.findByRole('switch', { name: /^Every week/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Until the end of the school year' }))
  const until = screen.getByLabelText<HTMLInputElement>('Until')
  expect(until.value).toMatch(/^20\d\d-07-31$/)
  expect(screen.queryByRole('button', { name: 'Until the end of the school year' })).toBeNull()
  const lastDay = until.value
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }))

  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const changed = screen.getByLabelText<HTMLInputElement>('Until')
  fireEvent.change(changed, { target: { value: changed.min } })
  fireEvent.click(screen.getByRole('button', { name: 'Until the end of the school year' }))
  expect(changed.value).toBe(lastDay)
  const { assignments } = (await json(path)) as { assignments: object[] }
  expect(assignments).toMatchObject([{ lastDay }])
})

test('[ASG-25] a child with two more days is shown with its new due day', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [school] = (await json('/api/classes')) as { id: string }[]
  const path = `/api/classes/${school?.id}/assignments`
  await send(`/api/classes/${school?.id}/children`, { names: ['Ana', 'Ben'] })
  history.replaceState(null, '', `/assignments/${school?.id}`)
  const { AssignmentsPage } = await import('../../web/pages/assignments-page.tsx')
  render(<Route path="/assignments/:home" component={AssignmentsPage} />)
  fireEvent.click(await screen.findByRole('button', { name: assignmentMessages.form.assign }))
  fireEvent.click(await screen.findByRole('button', { name: assignmentMessages.item.show }))
  const more = await screen.findAllByRole('button', { name: words.moreTimeOf('Ana') })
  if (more[0]) fireEvent.click(more[0])

  await screen.findByText(/^until /)
  const { assignments } = (await json(path)) as { assignments: { id: string }[] }
  const work = (await json(`/api/assignments/${assignments[0]?.id}/work`)) as RoundWork
  const [ana, ben] = ['Ana', 'Ben'].map((name) => work.children.find((child) => child.name === name))
  expect(ana?.dueDay).not.toBe(ben?.dueDay)
  expect(screen.getAllByText(/^until /).map(({ textContent }) => textContent)).toEqual([
    words.dueOn(ana?.dueDay ?? ''),
  ])
})
