import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { pinPictureNames } from '../../web/ui/pin-picture.messages.en.ts'

/** What a screen reader announces with a role, or jumps to. Running text, rows and list items are left out. */
const ROLES =
  /^(heading|button|link|img|textbox|searchbox|spinbutton|switch|radio|checkbox|combobox|group|region|table|columnheader|status|alert|dialog|alertdialog|progressbar)$/

/** What differs from run to run: codes, nicknames, badges, days, months and numbers. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/\b[A-Z0-9](?: ?[A-Z0-9]){5,11}\b/g, '#'],
  [/\b(Red|Orange|Green|Blue|Purple|Pink|Brown) [a-z]+/g, 'Blue fox'],
  [/Hello, (red|orange|green|blue|purple|pink|brown) [a-z]+!/g, 'Hello, blue fox!'],
  [/plays as [A-Za-z]+\d+/g, 'plays as SwiftFox#'],
  [/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'Monday'],
  [/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? (?=\d)/g, 'Jan '],
  [/\d+/g, '#'],
]

/** A child’s PIN is different in every run. */
const PIN_PICTURE = new RegExp(`^"(${Object.values(pinPictureNames).join('|')})"$`)

/** A line of an aria snapshot: role, name, states, and the text of a status. */
const LINE = /^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)(?:: (.*)|:)?$/

/** A line of an aria snapshot as `role "name" [state]`, or nothing for what the table leaves out. */
function lineOf(line: string): string[] {
  const bare = line.trim().replace(/^- /, '')
  // YAML puts a line with a colon inside of the name between single quotes.
  const plain = bare.startsWith("'")
    ? bare.replace(/^'(.*)'/, (_all, text: string) => text.replaceAll("''", "'"))
    : bare
  const [, role = '', name, states = '', text] = LINE.exec(plain) ?? []
  if (!ROLES.test(role)) return []
  const spoken = name ?? (role === 'status' || role === 'alert' ? text : undefined) ?? ''
  if (role === 'img' && PIN_PICTURE.test(spoken)) return ['img (picture of a PIN)']
  const known = VARIABLE.reduce((so, [what, instead]) => so.replace(what, instead), spoken)
  return [`${role} ${known}${states}`.replace(/ +/g, ' ').trim()]
}

/** Of more neighbors of one role than this, the first three stand for all. */
const MANY = 8

const roleOf = (line: string): string => line.split(' ')[0] ?? ''

/** Without repeated lines and pairs of lines, and with long lists cut. */
function shortened(lines: readonly string[]): string[] {
  const short: string[] = []
  for (const line of lines) {
    if (line === short.at(-1)) continue
    if (line === short.at(-2) && short.at(-1) === short.at(-3)) short.pop()
    else short.push(line)
  }
  return short.filter((line, at) => {
    const role = roleOf(line)
    const start = short.findLastIndex((each, place) => place < at && roleOf(each) !== role) + 1
    const after = short.slice(at).findIndex((each) => roleOf(each) !== role)
    const end = after < 0 ? short.length : at + after
    return role === 'heading' || end - start <= MANY || at - start < 3
  })
}

/** Roles and names of what is on the page, in reading order; of an open dialog alone, if there is one. */
export async function outline(page: Page): Promise<string[]> {
  const dialog = page.locator('dialog[open]').last()
  const root = (await dialog.count()) > 0 ? dialog : page.locator('main')
  return shortened((await root.ariaSnapshot()).split('\n').flatMap(lineOf))
}

const FOLDER = join(import.meta.dirname, 'spoken')

/** Screens and their outlines, from the table of a group. */
function readTable(file: string): Map<string, string[]> {
  if (!existsSync(file)) return new Map()
  const screens = readFileSync(file, 'utf8').split(/^## /m).slice(1)
  return new Map(
    screens.map((screen) => {
      const [name = '', ...lines] = screen.trimEnd().split('\n')
      return [name, lines.filter((line) => line !== '')]
    }),
  )
}

/** What `now` gives once it has not changed for a second: parts of a page may be loaded late. */
async function settled(now: () => Promise<string[]>): Promise<string[]> {
  for (let before = await now(); ;) {
    await setTimeout(1000)
    const after = await now()
    if (after.join('\n') === before.join('\n')) return after
    before = after
  }
}

/** The outline of a screen as the table of its group has it. With `UPDATE_SPOKEN=1`, the one of `now` is written there first. */
export async function spokenOf(group: string, name: string, now: () => Promise<string[]>): Promise<string[]> {
  const file = join(FOLDER, `${group}.txt`)
  const table = readTable(file)
  if (process.env['UPDATE_SPOKEN'] === '1') {
    table.set(name, await settled(now))
    const screens = [...table].map(([screen, lines]) => `## ${screen}\n\n${lines.join('\n')}\n`)
    writeFileSync(file, screens.join('\n'))
  }
  return table.get(name) ?? []
}
