/** Matches a message whatever its numbers are: `2 flowers` stands for all counts of flowers. */
export const withAnyNumber = (message: string): RegExp =>
  new RegExp(`^${message.replaceAll(/\d+/g, '\\d+')}$`)
