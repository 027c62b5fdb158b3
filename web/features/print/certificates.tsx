import { GAME_TEXTS } from '../../../domain/games.en.ts'
import { weekOf } from '../../../domain/calendar.ts'
import { factAt } from '../../../domain/learning/memory.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { gameOfWeek } from '../../../domain/school/game-of-week.ts'
import { readSite } from '../../lib/site.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { withNames } from '../../ui/with-names.tsx'
import type { Certificate } from './certificate-list.ts'
import { FactPicture } from './practice-sheets.tsx'
import { sheetMessages } from './sheets.messages.en.ts'
import './print.css'

const { certificate: words } = sheetMessages

const sampleOf = (set: FactSetId) => factAt(factsOfSet(set).at(-1) ?? -1)

/** What a child has learned, to hang up; on the back a game. */
export function CertificatePages({ certificate: [{ name, today }, set] }: { certificate: Certificate }) {
  const sample = sampleOf(set)
  const game = GAME_TEXTS[gameOfWeek(set, weekOf(today))]
  const parts = [
    [words.needs, game.needs],
    [words.play, game.play],
    [words.easier, game.easier],
    [words.harder, game.harder],
  ] as const
  return (
    <div className="papers">
      <article className="paper" aria-label={`${words.title}: ${name}`}>
        <div className="certificate">
          <p className="flex items-center gap-3 text-lg font-bold">
            <LogoMark height={22} />
            {readSite().name}
          </p>
          <p className="certificate-title">{words.title}</p>
          <h2 translate="no" className="certificate-name">
            {name}
          </h2>
          <p className="certificate-text">{words.knows(set)}</p>
          {sample && <FactPicture fact={sample} />}
          <dl className="certificate-lines">
            <div>
              <dd>{sheetMessages.on(today)}</dd>
              <dt>{words.date}</dt>
            </div>
            <div>
              <dd>&nbsp;</dd>
              <dt>{words.signed}</dt>
            </div>
          </dl>
        </div>
      </article>
      <article className="paper" aria-label={words.back(name)}>
        <div className="certificate certificate-back">
          <p className="text-lg">{withNames(words.back, name)}</p>
          <h2 className="certificate-title">{game.title}</h2>
          {parts.map(([label, text]) => (
            <p key={label}>
              <strong>{label}</strong> {text}
            </p>
          ))}
          <p className="paper-box">{words.tips}</p>
        </div>
      </article>
    </div>
  )
}
