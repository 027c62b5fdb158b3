import { BADGE_COLORS, type BadgeColor } from '../../domain/badge.ts'

export function isBadgeColor(json: unknown): json is BadgeColor {
  return BADGE_COLORS.some((color) => color === json)
}
