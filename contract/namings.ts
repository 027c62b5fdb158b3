/** How the children of an exported class are named. In a file without schemas, so that browsers can load it. */
export const NAMINGS = ['names', 'numbers'] as const

export type Naming = (typeof NAMINGS)[number]
