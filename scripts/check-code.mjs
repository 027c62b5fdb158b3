/** Generates code for the checks of `web/lib/shape.ts` from JSON Schema in the form that zod writes. */

/** A value as code. */
export const literal = (value) => (value instanceof RegExp ? String(value) : JSON.stringify(value))

const call = (name, args) => `check.${name}(${args.join(', ')})`

/** The keywords allowed for each type; any other would go unchecked. */
const KEYWORDS = {
  string: ['pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties', 'propertyNames'],
}

function refuseUnknown({ type, ...rest }) {
  const unknown = Object.keys(rest).filter((keyword) => !KEYWORDS[type]?.includes(keyword))
  if (unknown.length > 0) throw new Error(`The browser cannot check ${unknown.join(', ')} of ${type}.`)
}

/** Code that checks the properties of a JSON Schema, for a place indented by two spaces, and the constants it uses. */
export function checkCode({ properties, $defs = {} }) {
  const constants = new Map()

  /** An object used in more than one place becomes a constant, after those it uses itself. */
  const definitionOf = (reference, indent) => {
    const definition = $defs[reference.replace('#/$defs/', '')]
    if (definition.type !== 'object') return codeOf(definition, indent)
    if (!constants.has(reference)) {
      const code = codeOf(definition, '')
      constants.set(reference, { name: `shape${constants.size + 1}`, code })
    }
    return constants.get(reference).name
  }

  const unionOf = (options, indent) => {
    const others = options.filter(({ type }) => type !== 'null').map((option) => codeOf(option, indent))
    const code = others.reduceRight((rest, one) => call('anyOf', [one, rest]))
    return others.length === options.length ? code : call('nullable', [code])
  }

  const objectOf = ({ properties: fields, required = [], additionalProperties: other }, indent) => {
    if (!fields && required.length === 0) return call('recordOf', [codeOf(other, indent)])
    const lines = Object.entries(fields ?? Object.fromEntries(required.map((name) => [name, other]))).map(
      ([name, field]) => {
        const code = codeOf(field, `${indent}  `)
        return `${indent}  ${name}: ${required.includes(name) ? code : call('optional', [code])},\n`
      },
    )
    return call('hasShape', [`{\n${lines.join('')}${indent}}`])
  }

  function codeOf(schema, indent) {
    const { $ref, anyOf, oneOf = anyOf, enum: values, type } = schema
    if ($ref) return definitionOf($ref, indent)
    if (oneOf) return unionOf(oneOf, indent)
    if (Array.isArray(type))
      return unionOf(
        type.map((each) => ({ ...schema, type: each })),
        indent,
      )
    if ('const' in schema) return call('oneOf', [literal(schema.const)])
    if (values) return call('oneOf', values.map(literal))
    if (type === undefined) return 'check.isAnything'
    refuseUnknown(schema)
    const { pattern, minimum = -Infinity, maximum = Infinity, items, minItems, maxItems = Infinity } = schema
    switch (type) {
      case 'string':
        return pattern === undefined ? 'check.isText' : call('matching', [literal(new RegExp(pattern))])
      case 'integer':
        return call('wholeBetween', [minimum, maximum])
      case 'number':
        if (minimum === -Infinity && maximum === Infinity) return 'check.isNumber'
        return call('numberBetween', [minimum, maximum])
      case 'array':
        return call('listOf', [
          codeOf(items, indent),
          ...(minItems ? [maxItems, minItems] : [maxItems].filter(Number.isFinite)),
        ])
      case 'object':
        return objectOf(schema, indent)
      default:
        return 'check.isBoolean'
    }
  }

  const checks = new Map(Object.entries(properties).map(([name, schema]) => [name, codeOf(schema, '  ')]))
  const lines = [...constants.values()].map(({ name, code }) => `const ${name} = ${code}\n`)
  return { checks, constants: lines.join('') }
}
