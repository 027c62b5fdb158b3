import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const WEB = join(ROOT, 'web')

/** Attributes that people read or hear. */
const READ_ATTRIBUTES = ['aria-label', 'alt', 'title', 'placeholder', 'label', 'hint', 'text', 'lead']
/** Of errors and logs, which nobody using Tenfold reads. */
const UNREAD_CALLS = ['Error', 'TypeError', 'RangeError', 'warn']

const SENTENCE = /\p{Lu}\p{Ll}+( \p{L}+)+|\p{L}+( \p{L}+)+ ?[.!?…]$/u
const WORD = /\p{L}{2}(?!\p{L}*;)/u

type Node = { readonly type: string; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  return String(node['name'] ?? (isNode(node['property']) ? node['property']['name'] : ''))
}

/** The texts in code that somebody would read, apart from those of catalogs. */
function hardCoded(file: string, source: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync(file, source)
  expect({ file, errors }).toEqual({ file, errors: [] })

  function visit(node: unknown, isRead: boolean): void {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isRead)
      return
    }
    if (!isNode(node) || node.type.startsWith('Import') || node.type.startsWith('TS')) {
      if (isNode(node) && (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'))
        visit(node['expression'], isRead)
      return
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      if (UNREAD_CALLS.includes(nameOf(node['callee']))) return
    }
    if (node.type === 'JSXText' && WORD.test(String(node['value']))) found.push(String(node['value']).trim())
    if (node.type === 'JSXAttribute') {
      visit(node['value'], READ_ATTRIBUTES.includes(nameOf(node['name'])))
      return
    }
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      const text = node['value']
      if (isRead ? WORD.test(text) : SENTENCE.test(text)) found.push(text)
    }
    if (node.type === 'TemplateElement') {
      const text = String((node['value'] as { cooked?: string }).cooked)
      if (SENTENCE.test(text)) found.push(text)
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child, false)
  }

  visit(program, false)
  return found
}

const FILES = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith('.en.ts') && !name.startsWith('generated/'),
)

/** Texts in code that are no sentences of the interface, by file. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The name of an operator, which is a setting.
  'lib/site.ts': ['Tenfold Learning'],
  // For the log.
  'features/student/student-outbox.ts': ['429: Somebody else is signed in here'],
}

test('[LOK-13] every sentence of the pages is in a catalog', () => {
  const found = FILES.flatMap((name) =>
    hardCoded(name, readFileSync(join(WEB, name), 'utf8'))
      .filter((text) => !ALLOWED[name]?.includes(text))
      .map((text) => `${name}: ${text}`),
  )
  expect(found).toEqual([])
})

test('[LOK-13] a sentence in code is found', () => {
  const source = `export const Page = () => <p title="Hint">Read me {isOn ? 'Turn it on' : \`Wait \${s} more seconds.\`}</p>`
  expect(hardCoded('page.tsx', source)).toEqual(['Hint', 'Read me', 'Turn it on', ' more seconds.'])
  expect(hardCoded('log.ts', `warn('It could not be saved')\nthrow new Error('Not a number')`)).toEqual([])
})
