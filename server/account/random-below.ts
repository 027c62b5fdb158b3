import { randomInt } from 'node:crypto'
import type { RandomBelow } from '../../domain/pin.ts'

/** Cryptographically random integers. */
export const secretRandomBelow: RandomBelow = (below) => randomInt(below)
