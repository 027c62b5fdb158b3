import { compareNames } from '../../../domain/name-order.en.ts'

/** In the order in which people look for names: Łukasz among the L, Child 2 before Child 10. */
export function byName<Named extends { readonly name: string }>(list: readonly Named[]): Named[] {
  return list.toSorted((a, b) => compareNames(a.name, b.name))
}
