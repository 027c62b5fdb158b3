import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WEB = join(import.meta.dirname, '../../web')

/** Text in quotes or backticks, which may be a list of classes. */
const STRINGS = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g
/** `text-ink`, `hover:bg-sunk`: the variants, what is colored, and the token. */
const COLOR_CLASS = /(?:^|[\s'"`{])((?:[\w-]+(?:\[[^\]]*\])?:)*)(bg|text)-([a-z-]+)(?=$|[\s'"`}!])/g
const CSS_RULE = /\{([^{}]*)\}/g

type Found = { readonly foreground: string; readonly background: string; readonly where: string }

function filesOf(ending: RegExp): string[] {
  return readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(WEB, path))
}

/** The pairs of a list of classes: a text and a background that have the same variants. */
function pairsOfClasses(classes: string, tokens: ReadonlySet<string>, where: string): Found[] {
  const found = [...classes.matchAll(COLOR_CLASS)].filter(([, , , token = '']) => tokens.has(token))
  const of = (what: string) => found.filter(([, , kind]) => kind === what)
  return of('text').flatMap(([, variants, , foreground = '']) =>
    of('bg')
      .filter(([, others]) => others === variants)
      .map(([, , , background = '']) => ({ foreground, background, where })),
  )
}

function pairsOfRule(rule: string, where: string): Found[] {
  const foreground = /(?:^|[\s;])color: var\(--color-([a-z-]+)\)/.exec(rule)?.[1]
  const background = /background(?:-color)?: var\(--color-([a-z-]+)\)/.exec(rule)?.[1]
  return foreground && background ? [{ foreground, background, where }] : []
}

/** Every text on a background that one list of classes or one rule of CSS sets. */
export function usedPairs(tokens: ReadonlySet<string>): Found[] {
  const fromClasses = filesOf(/\.tsx?$/).flatMap((file) =>
    (readFileSync(file, 'utf8').match(STRINGS) ?? []).flatMap((text) => pairsOfClasses(text, tokens, file)),
  )
  const fromRules = filesOf(/\.css$/).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CSS_RULE)].flatMap(([, rule = '']) => pairsOfRule(rule, file)),
  )
  return [...fromClasses, ...fromRules]
}
