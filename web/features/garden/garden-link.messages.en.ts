/** The text of the link to the garden, apart from the garden's own text, because home shows it first. */
export const gardenLinkMessages = { mine: 'My garden' } as const
