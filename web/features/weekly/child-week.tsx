import type { ChildWeeks } from '../../../contract/weekly-report.ts'
import {
  assignedSentences,
  gameLines,
  weeklyWords as words,
  weekSentences,
} from '../../../domain/school/weekly-report.en.ts'
import { Card, Panel } from '../../ui/card.tsx'
import { withNames } from '../../ui/with-names.tsx'

type Week = ChildWeeks['weeks'][number]

/** A child's week: practice, upcoming assignments, and a game. */
export function ChildWeek({ child, week, isNow }: { child: ChildWeeks; week: Week; isNow: boolean }) {
  const game = gameLines(week)
  return (
    <Card className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <h2 translate="no" className="text-2xl wrap-anywhere">
          {child.name}
        </h2>
        <div className="grid gap-2 text-lg">
          {weekSentences(child.name, week).map((sentence, at) => (
            <p key={sentence} className="wrap-anywhere">
              {withNames((name) => weekSentences(name, week)[at] ?? '', child.name)}
            </p>
          ))}
        </div>
        {isNow && child.assigned.length > 0 && (
          <div className="grid gap-1">
            <h3 className="font-bold">{words.assignedHeading}</h3>
            <ul className="list-disc ps-6">
              {assignedSentences(child.assigned, child.today).map((sentence, place) => (
                <li key={place}>{sentence}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <Panel className="grid max-w-160 gap-2">
        <p className="text-ink-soft">{words.gameHeading}</p>
        <h3 className="text-xl">{game.title}</h3>
        {game.lines.map(([label, text]) => (
          <p key={label}>
            <strong>{label}</strong> {text}
          </p>
        ))}
        <p className="text-ink-soft">{words.tip}</p>
      </Panel>
    </Card>
  )
}
