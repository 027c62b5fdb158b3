import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { dashboardMessages } from '../../web/features/dashboard/dashboard.messages.en.ts'
import { beAdult, send } from './adult-browser.ts'
import { eachInAnEmptyBrowser, gate, intercept, unreachable } from './boards.tsx'

const { newDevices } = classMessages

eachInAnEmptyBrowser()

const classesHere = async (): Promise<{ id: string }[]> =>
  (await (await fetch('/api/classes')).json()) as { id: string }[]

async function openPage(path: string): Promise<void> {
  history.replaceState(null, '', path)
  const { ClassesPage } = await import('../../web/pages/classes-page.tsx')
  const { ClassPage } = await import('../../web/pages/class-page.tsx')
  const { ChildrenPage } = await import('../../web/pages/children-page.tsx')
  const { MePage } = await import('../../web/pages/me-page.tsx')
  render(
    <Switch>
      <Route path="/classes" component={ClassesPage} />
      <Route path="/classes/:classId" component={ClassPage} />
      <Route path="/children" component={ChildrenPage} />
      <Route path="/me" component={MePage} />
    </Switch>,
  )
}

const typeInto = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const title = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { name })

test('[CLS-9] an action without a connection shows why, keeps its input, and works when the connection is back', async () => {
  await beAdult('teacher')
  await openPage('/classes')
  await screen.findByLabelText('Class name')
  typeInto('Class name', '3b')
  const restore = intercept(/\/api\/classes/, unreachable)
  press('Create class')
  await screen.findByText('Check your connection and try again in a moment.', { exact: false })
  restore()
  press('Create class')
  await title('3b')
})

test('[CLS-9] a page that cannot be loaded offers to try again, and loads by itself when the network is back', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [made] = await classesHere()
  const restore = intercept(/\/api\/classes\//, unreachable)
  await openPage(`/classes/${made?.id}`)
  await title('Can’t reach the server')
  press('Try Again')
  await title('Can’t reach the server')
  restore()
  window.dispatchEvent(new Event('online'))
  await title('3b')
})

test('[CLS-9] trying too often shows how long to wait, second by second', async () => {
  await beAdult('parent')
  for (let tries = 0; tries < 20; tries += 1) await send('/api/children/link', { code: 'BCDFGHJKMN' })
  await openPage('/children')
  await screen.findByLabelText('Code from the teacher')
  typeInto('Code from the teacher', 'BCDFGHJKMN')
  press('Link a child')
  const note = await screen.findByText(/Please wait [\d,]+ seconds/)
  const secondsNow = (): number => Number(/wait ([\d,]+)/.exec(note.textContent)?.[1]?.replace(',', ''))
  const first = secondsNow()
  await waitFor(() => expect(secondsNow()).toBeLessThan(first))
})

test('[CLS-9] pressing twice on a slow connection creates one class', async () => {
  await beAdult('teacher')
  await openPage('/classes')
  await screen.findByLabelText('Class name')
  typeInto('Class name', '3b')
  const slow = gate()
  const restore = intercept(/\/api\/classes$/, (ask) => slow.opened.then(ask))
  press('Create class')
  press('Create class')
  slow.open()
  await title('3b')
  restore()
  expect(await classesHere()).toHaveLength(1)
})

test('[CLS-9] a page for another role redirects home', async () => {
  await beAdult('teacher')
  await openPage('/me')
  fireEvent.click(await screen.findByRole('link', { name: 'Go Home' }))
  expect(location.pathname).toBe('/classes')
})

test('[ACM-1] a teacher changes how a child plays, and it is stored', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [made] = await classesHere()
  const added = await send(`/api/classes/${made?.id}/children`, { names: ['Ana'] })
  const [ana] = ((await added.json()) as { children: { id: string }[] }).children
  const stored = async (): Promise<unknown> =>
    (await fetch(`/api/children/${ana?.id}/settings`)).json() as Promise<unknown>
  await openPage(`/classes/${made?.id}?child=${ana?.id}`)
  fireEvent.change(await screen.findByLabelText('Clock'), { target: { value: 'hidden' } })
  fireEvent.change(screen.getByLabelText('Pictures'), { target: { value: 'always' } })
  fireEvent.click(screen.getByRole('switch', { name: 'Calm mode' }))
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ clock: 'hidden', pictures: 'always', calm: true }),
  )
})

test('[ACM-3] a class changes one setting for several children, and lists who has what', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [made] = await classesHere()
  await send(`/api/classes/${made?.id}/children`, { names: ['Ana', 'Ben'] })
  await openPage(`/classes/${made?.id}?settings`)
  await screen.findByText('All children have the usual settings.')
  fireEvent.change(screen.getByLabelText('Setting'), { target: { value: 'battles' } })
  fireEvent.click(screen.getByLabelText('Ben'))
  press('Change for 1 child')
  await screen.findByRole('cell', { name: 'Math Battles: Off' })
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(['ChildSettings', 'BenMath Battles: Off'])
  fireEvent.click(screen.getByRole('switch', { name: 'Public leaderboards' }))
  await screen.findByText('Whole class · Public leaderboards: Off')
})

test('[CLS-5] a class page that opens with the dashboard lets children in while their new devices wait', async () => {
  await beAdult('teacher')
  await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const [made] = await classesHere()
  await send(`/api/classes/${made?.id}/children`, { names: ['Ana'] })
  const restore = intercept(/\/api\/classes\/[^/]+$/, async (ask) => {
    const school = (await (await ask()).json()) as object
    return Response.json({ ...school, newDevicesWait: true })
  })
  await openPage(`/classes/${made?.id}`)
  await title(dashboardMessages.empty.title)
  await title(newDevices.heading)
  restore()
  press(newDevices.ofClass.openSignInWindow)
  press(newDevices.doIt)
  await waitFor(() => expect(screen.queryByRole('heading', { name: newDevices.heading })).toBeNull())
  expect(screen.queryByText(newDevices.ofClass.idle)).toBeNull()
})
