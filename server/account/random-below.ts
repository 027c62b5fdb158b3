import { randomInt } from 'node:crypto'
import type { RandomBelow } from '../../domain/pin.ts'

/** Whole numbers that nobody can foresee. */
export const secretRandomBelow: RandomBelow = (below) => randomInt(below)
