import { parsers } from 'prettier/plugins/yaml'

type Node = {
  readonly type: string
  readonly value?: string
  readonly anchor?: { readonly value: string } | null
  readonly children: readonly (Node | null)[]
}

/** What a YAML file says: texts, lists and objects. */
export type Yaml = string | null | readonly Yaml[] | { readonly [key: string]: Yaml }

const MERGE = '<<'

/** Reads a YAML file as the formatter does. Aliases stand for what they name; every scalar is a text. */
export function readYaml(text: string): Yaml {
  const anchored = new Map<string, Yaml>()

  const entryOf = ([key, value]: readonly (Node | null | undefined)[]): readonly [string, Yaml] => [
    String(valueOf(key)),
    valueOf(value),
  ]

  const objectOf = (node: Node): Yaml => {
    const entries = node.children.map((item) => entryOf(item?.children ?? []))
    const merged = entries.filter(([key]) => key === MERGE).map(([, value]) => value)
    return Object.assign({}, ...merged, Object.fromEntries(entries.filter(([key]) => key !== MERGE)))
  }

  const plainValue = (node: Node): Yaml => {
    switch (node.type) {
      case 'plain':
      case 'quoteSingle':
      case 'quoteDouble':
        return node.value ?? ''
      case 'alias':
        return anchored.get(node.value ?? '') ?? null
      case 'mapping':
      case 'flowMapping':
        return objectOf(node)
      case 'sequence':
      case 'flowSequence':
        return node.children.map((item) => valueOf(item))
      case 'null':
        return null
      default:
        return valueOf(node.children.findLast((child) => child !== null))
    }
  }

  const valueOf = (node: Node | null | undefined): Yaml => {
    if (!node) return null
    const value = plainValue(node)
    if (node.anchor) anchored.set(node.anchor.value, value)
    return value
  }

  return valueOf(parsers.yaml.parse(text, {} as never) as Node)
}
