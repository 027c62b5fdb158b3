import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { importMessages } from '../../web/features/classes/import.messages.en.ts'
import { beAdult, send } from './adult-browser.ts'
import { eachInAnEmptyBrowser } from './boards.tsx'

eachInAnEmptyBrowser()

const TWO_CLASSES = [
  'Apellidos;Nombre;Grupo;Correo;Matrícula;Grado',
  'Smith;Ava;3B;ava@list.example;101;3º',
  'Turner;Ava;3B;ava.t@list.example;102;3º',
  '"Núñez; Gil";Zoë;3B;zoe@list.example;103;3º',
  'Jones;Ben;4A;ben@list.example;104;',
  'Jones;Ben;4A;ben@list.example;104;',
].join('\r\n')

/** As older spreadsheets store it. */
function inWindows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

async function openImport(query = ''): Promise<void> {
  history.replaceState(null, '', `/import${query}`)
  const { ImportPage } = await import('../../web/pages/import-page.tsx')
  render(<Route path="/import" component={ImportPage} />)
  await screen.findByRole('heading', { name: 'Import a list' })
}

function choose(content: Uint8Array<ArrayBuffer> | string, name = 'list.csv'): void {
  const file = new File([content], name, { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } })
}

const paste = (text: string): boolean =>
  fireEvent.change(screen.getByLabelText('Or paste the rows here'), { target: { value: text } })
/** Finds a whole sentence, whose names are elements of their own. */
const whole = (text: string) => (_own: string, element: Element | null) =>
  element?.tagName === 'SPAN' && element.textContent === text
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const classesHere = async () =>
  (await (await fetch('/api/classes')).json()) as { id: string; name: string; children: number }[]
async function gradeOf(className: string): Promise<string> {
  const id = (await classesHere()).find(({ name }) => name === className)?.id
  const answer = await fetch(`/api/classes/${id}/settings`)
  return ((await answer.json()) as { home: { grade: string } }).home.grade
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

/** All that was sent to the server so far. */
const sent = (): string =>
  vi
    .mocked(fetch)
    .mock.calls.map(([to, init]) => `${String(to)} ${String(init?.body)}`)
    .join('\n')

test('[RST-1, RST-2, RST-3] imports a Spanish list of two classes from an old spreadsheet, and adds nothing the second time', async () => {
  await beAdult('teacher')
  await openImport()
  choose(inWindows1252(TWO_CLASSES))
  const first = await section('3B (new class)')
  expect(first.getByText('3 children to add')).toBeTruthy()
  for (const name of ['Ava S.', 'Ava T.', 'Zoë']) first.getByText(whole(`Add as ${name}`))
  first.getByText('Grade 3. You can change this in the class settings.')
  const second = await section('4A (new class)')
  second.getByText('Same as row 4')
  screen.getByText('Not used, and never sent: Correo.')
  expect(await classesHere()).toEqual([])
  press('Add 4 children')
  await screen.findByRole('heading', { name: '4 children added' })
  expect(document.querySelectorAll('.name-card')).toHaveLength(4)
  expect(sent()).not.toMatch(/list\.example|Smith|Turner|Gil|Jones|10\d"/)
  expect((await classesHere()).map(({ name, children }) => `${name} ${children}`).toSorted()).toEqual([
    '3B 3',
    '4A 1',
  ])
  expect([await gradeOf('3B'), await gradeOf('4A')]).toEqual(['3', 'unknown'])

  press('Done')
  cleanup()
  await openImport()
  choose(inWindows1252(TWO_CLASSES))
  await screen.findByText('Everyone on this list is in your classes already. There’s nothing to add.')
})

test('[RST-2] rows are decided before anything is added, and columns can be corrected', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [known] = await classesHere()
  await send(`/api/classes/${known?.id}/children`, { names: ['Ava'] })
  await openImport(`?class=${known?.id}`)
  paste('Ava\tSmith\nAva\tTurner\n=SUM(A1)\tHill\nBen\tJones\n')
  await screen.findByText('A formula, not a name')
  press('Add 1 child')
  await screen.findByText('Please check the marked rows first.')
  fireEvent.click(screen.getAllByRole('button', { name: 'Yes' })[0] as HTMLElement)
  press('No, add as Ava T.')
  press('Leave out row 3')
  expect((await classesHere())[0]?.children).toBe(1)
  // The other way round.
  fireEvent.change(screen.getByLabelText('Column 1'), { target: { value: 'last' } })
  fireEvent.change(screen.getByLabelText('Column 2'), { target: { value: 'first' } })
  await screen.findByText(whole('Add as Jones'))
  fireEvent.change(screen.getByLabelText('Column 1'), { target: { value: 'first' } })
  fireEvent.change(screen.getByLabelText('Column 2'), { target: { value: 'last' } })
  fireEvent.click((await screen.findAllByRole('button', { name: 'Yes' }))[0] as HTMLElement)
  press('No, add as Ava T.')
  const box = screen.getByLabelText('First name in row 3')
  fireEvent.change(box, { target: { value: 'Hilly' } })
  fireEvent.blur(box)
  press('Add 3 children')
  await screen.findByRole('heading', { name: '3 children added' })
  await waitFor(async () => expect((await classesHere())[0]?.children).toBe(4))
})

test('[RST-1, RST-2] rejects anything that is not a list in one sentence', async () => {
  await beAdult('teacher')
  await openImport()
  choose(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 8, 0), 'list.xlsx')
  await screen.findByText(/^This file isn’t a CSV/)
  paste('')
  choose(new TextEncoder().encode('<html><table><tr><td>Ava'), 'list.xls')
  await screen.findByText(/^This file isn’t a CSV/)
  const empty = new File(['\r\n'], 'empty.csv', { type: 'text/csv' })
  fireEvent.drop(screen.getByLabelText('Or paste the rows here'), { dataTransfer: { files: [empty] } })
  await screen.findByText(/^This file is empty/)
  paste(Array.from({ length: 301 }, (_, at) => `Child ${at}`).join('\n'))
  await screen.findByText(/^This list has more than 300 rows/)
  paste('"Ava\nBen')
  await screen.findByText(/quotation mark/)
  paste('1\n2\n3')
  await screen.findByText('Choose the column with the children’s names.')
  paste('\ufeffAva\nBen')
  await screen.findByText(whole('Add as Ben'))
  press('Add 2 children')
  await screen.findByText('Please check the marked rows first.')
  screen.getByText('Please name the new class.')
  expect(await classesHere()).toEqual([])
})

test('[RST-3] a list of several classes adds nobody while one of its children cannot be added', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '4A', pinKind: 'digits' })
  const [known] = await classesHere()
  await openImport()
  choose(inWindows1252(TWO_CLASSES))
  await section('4A')
  // Somebody adds the same child in another tab.
  await send(`/api/classes/${known?.id}/children`, { names: ['Ben'] })
  press(importMessages.submit(4))
  await screen.findByText(importMessages.failed)
  screen.getByText(importMessages.failures.name_taken)
  expect(await classesHere()).toMatchObject([{ name: '4A', children: 1 }])
})
