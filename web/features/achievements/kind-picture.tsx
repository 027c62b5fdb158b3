import type { AchievementKind } from '../../../domain/achievements/catalog.ts'

/** A star, a plant, a mountain with a flag, a calendar page and three circles: recognizable by shape alone. */
const SHAPES: Readonly<Record<AchievementKind, string>> = {
  mastery: 'M24 5l5.6 11.8 12.9 1.7-9.4 9 2.3 12.8L24 34.1l-11.4 6.2 2.3-12.8-9.4-9 12.9-1.7Z',
  growth: 'M22 43V27C12 27 7 21 6 11c9 0 15 4 17.500 11C25 15 31 10 42 10c0 11-6 17-16 17v16Z',
  courage: 'M4 42 19 17l7 10 4-6 14 21ZM20 17V4l12 5-10 4v4Z',
  effort: 'M8 10h6V5h5v5h10V5h5v5h6v33H8Zm5 11v17h22V21Z',
  together: 'M7 24a9 9 0 1 1 17-4 9 9 0 1 1 17 4 9 9 0 0 1-9 9H16a9 9 0 0 1-9-9Zm9 13h16v5H16Z',
}

const COLORS: Readonly<Record<AchievementKind, string>> = {
  mastery: 'fill-multiplication',
  growth: 'fill-success',
  courage: 'fill-subtraction',
  effort: 'fill-addition',
  together: 'fill-division',
}

/** The picture of a kind of achievement. Decoration: words say which it is. */
export function KindPicture({ kind }: { kind: AchievementKind }) {
  return (
    <svg viewBox="0 0 48 48" width="44" height="44" className={`shrink-0 ${COLORS[kind]}`} aria-hidden="true">
      <path d={SHAPES[kind]} fillRule="evenodd" />
    </svg>
  )
}
