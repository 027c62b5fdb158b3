/** The pattern of a message whatever its numbers are: `2 flowers` stands for all counts of flowers. */
export const anyNumbersIn = (message: string): string =>
  message.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, '\\d+')

/** Matches a message whatever its numbers are. */
export const withAnyNumber = (message: string): RegExp => new RegExp(`^${anyNumbersIn(message)}$`)
