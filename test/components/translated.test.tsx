import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findLeague } from '../../domain/league.ts'
import { SignIn } from '../../web/features/account/sign-in.tsx'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { StillYou } from '../../web/features/account/still-you.tsx'
import { BattleSession } from '../../web/features/battle/battle-session.ts'
import type { BattleConnection, OpenBattleConnection } from '../../web/features/battle/battle-socket.ts'
import { Question } from '../../web/features/battle/question.tsx'
import { SessionContext } from '../../web/features/battle/use-battle.ts'
import { HandOver } from '../../web/features/classes/hand-over.tsx'
import { ImportClassCard } from '../../web/features/classes/import-class.tsx'
import { RemoveDialog } from '../../web/features/classes/remove-dialog.tsx'
import { OwnCard } from '../../web/features/leaderboard/own-card.tsx'
import { BATTLE_ID, FOE, QUEUE, START } from '../web/battle-visit.ts'
import { eachInAnEmptyBrowser, give, here, pass, press, startPractice, type } from './open-practice.tsx'

eachInAnEmptyBrowser()

/** Does to an element what a browser's translator does: new texts in new elements take the place of the old ones. */
function translate(element: Element): void {
  const texts: Node[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = 'translated'
    text.parentNode?.replaceChild(font, text)
  }
}

const shown = (problem: Element | null): string => problem?.textContent.trim() ?? ''

test.each(['addition_facts', 'subtraction_facts', 'multiplication_facts', 'division_facts'])(
  '[AX-13] in %s a translated problem is followed by the next one',
  async (league) => {
    await startPractice({ league })
    for (let solved = 0; solved < 3; solved += 1) {
      const { answer } = here.problem()
      const problem = document.querySelector('#problem')
      if (problem) translate(problem)
      expect(shown(document.querySelector('#problem'))).toBe('translated')
      await give(answer)
      expect(shown(document.querySelector('#problem'))).toMatch(/^\d+ \S \d+ =$/)
    }
  },
)

/** A battle whose problems are up, drawn on a page. */
function openBattle(problems: typeof START.problems): BattleSession {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('unreachable'))
  const connection: BattleConnection = { send: () => {}, close: () => {} }
  const open: OpenBattleConnection = ({ onConnected, onMessage }) => {
    setTimeout(() => {
      onConnected()
      onMessage({
        name: 'battle-countdown',
        payload: { battleId: BATTLE_ID, countdownSeconds: 1, opponents: [FOE] },
      })
      onMessage({ name: 'battle-start', payload: { ...START, problems: [...problems] } })
    })
    return connection
  }
  const session = new BattleSession(
    () => ({ playerId: '', nickname: 'SwiftFox42', location: '' }),
    QUEUE,
    open,
  )
  session.start()
  render(
    <SessionContext value={session}>
      <Question answer={{ current: null }} />
    </SessionContext>,
  )
  act(() => void vi.advanceTimersByTime(1))
  return session
}

test('[AX-13] in a battle a translated problem is followed by the next one', () => {
  const problems = [
    { operand1: 1, operand2: 2, operation: 'addition', answer: 3 },
    { operand1: 1, operand2: 4, operation: 'addition', answer: 5 },
    { operand1: 9, operand2: 4, operation: 'subtraction', answer: 5 },
    { operand1: 12, operand2: 4, operation: 'division', answer: 3 },
  ] as const
  const session = openBattle([...problems])
  for (const { operand1, operand2, answer } of problems) {
    const problem = document.querySelector('#battle-problem')
    expect(shown(problem)).toMatch(new RegExp(`^${operand1} \\S ${operand2} =$`))
    if (problem) translate(problem)
    act(() => {
      session.setDraft(String(answer))
      session.submit()
    })
  }
})

test.each(['Rose', 'Mrs. Hill', '古丽·买买提'])(
  '[AX-13] whether it is still %s is asked with the name as it is',
  (name) => {
    localStorage.setItem('tenfold.signedIn', '"student one"')
    localStorage.setItem('tenfold.touched', JSON.stringify({ mark: 'student one', ms: 0 }))
    render(<StillYou me={{ name, nickname: 'BraveOtter12', color: 'blue' }} onSignOut={async () => {}} />)
    const title = screen.getByText(accountMessages.stillYou.title(name))
    expect(title.closest('[translate]')?.getAttribute('translate')).toBe('no')
  },
)

test.each(['BraveOtter12', 'Rose'])('[AX-13] %s stays so on the own card of a board', (nickname) => {
  const league = findLeague('addition_facts')
  if (!league) throw new Error('no league')
  const viewer = { sessionToken: 'token', nickname, country: 'US', state: 'Ohio', location: '' }
  render(<OwnCard viewer={viewer} league={league} />)
  expect(screen.getByText(nickname).closest('[translate]')?.getAttribute('translate')).toBe('no')
})

/** Whether the page shows the name, and nowhere where it would be translated. */
function expectUntranslated(name: string): void {
  const texts: (string | null | undefined)[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode } = walker
    if (!currentNode.textContent?.includes(name)) continue
    texts.push(currentNode.parentElement?.closest('[translate]')?.getAttribute('translate'))
  }
  expect(new Set(texts)).toEqual(new Set(['no']))
}

const NAMES = ['Rose', 'Mrs. Hill', 'Gal·la Puig'] as const

const childCalled = (name: string) => ({
  id: 'one',
  name,
  nickname: 'BraveOtter12',
  color: 'blue' as const,
  pinKind: 'digits' as const,
  classId: 'class',
  guardians: 1,
  isOwn: true,
})

const nothing = (): void => {}
const never = () => new Promise<never>(() => {})

test.each(NAMES)(
  '[AX-13] sign-in greets %s, and asks whether it is, with the name and the code as they are',
  async (name) => {
    const refusal = { code: 'wrong_sign_in', message: 'Wrong.' }
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(Response.json(refusal, { status: 401 })),
    )
    render(<SignIn way="child" back={null} onEntered={() => {}} />)
    fireEvent.change(screen.getByLabelText(signInMessages.code.label), { target: { value: 'BCD234' } })
    await press(signInMessages.code.next)
    fireEvent.change(screen.getByLabelText(signInMessages.name.label), { target: { value: name } })
    await press(signInMessages.name.next)
    expect(document.querySelector('h1')?.textContent).toBe(signInMessages.pin.hello(name))
    expectUntranslated(name)
    type('1', '2', '3', '4')
    await pass(1000)
    const said = [...document.querySelectorAll('output')].map(({ textContent }) => textContent)
    expect(said).toContain(signInMessages.stillWrong('BCD 234', name))
    expectUntranslated(name)
    expectUntranslated('BCD 234')
  },
)

test.each(NAMES)('[AX-13] a parent hands over to %s, or removes the child, by the name as it is', (name) => {
  render(<HandOver child={childCalled(name)} onHandedOver={never} />)
  const parents = ['Mr. Frost', 'Rose Frost'].map((parent, at) => ({ id: `parent ${at}`, name: parent }))
  render(
    <RemoveDialog open child={childCalled(name)} parents={parents} onRemoved={nothing} onClose={nothing} />,
  )
  for (const shown of [name, 'Mr. Frost', 'Rose Frost']) expectUntranslated(shown)
})

test.each(NAMES)('[AX-13] a list that is imported shows %s as it is', (name) => {
  const rowAt = (line: number) => ({ line, first: name, last: 'Lee', id: '', className: name, grade: '' })
  const plans = [
    { kind: 'add', name },
    { kind: 'same', name, different: `${name} L.` },
    { kind: 'unclear', name, different: `${name} L.` },
  ] as const
  const planned = {
    key: name,
    name,
    classId: null,
    grade: 'unknown' as const,
    rows: [],
    names: [name],
    problem: null,
    planned: plans.map((plan, at) => ({ row: rowAt(at), plan })),
  }
  render(<ImportClassCard planned={planned} onChoice={() => {}} />)
  expectUntranslated(name)
})
