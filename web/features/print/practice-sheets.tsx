import type { Report } from '../../../contract/reports.ts'
import { findFact, type Fact } from '../../../domain/fact.ts'
import { visualModelFor } from '../../../domain/visual-model.ts'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { VisualModelView } from '../../ui/visual-model-view.tsx'
import { PaperHead } from './paper-head.tsx'
import { sheetMessages } from './sheets.messages.en.ts'
import './print.css'

const { practice: words } = sheetMessages

const KEYS_ON_A_PAGE = 7

const factsOf = (ids: readonly string[]): Fact[] => ids.flatMap((id) => findFact(id) ?? [])

/** Twenty facts in the child's own order, each with its picture and room for the answer. */
export function PracticeSheet({ report: { name, className, today, sheet } }: { report: Report }) {
  return (
    <article className="paper" aria-label={`${words.title}: ${name}`}>
      <PaperHead translate="no" name={name} title={words.title} date={sheetMessages.on(today)}>
        <span translate="no">{className}</span>
      </PaperHead>
      <p>{words.lead}</p>
      <FactsToSolve facts={factsOf(sheet)} />
    </article>
  )
}

/** Facts, each with its picture and room for the answer. */
export function FactsToSolve({ facts }: { facts: readonly Fact[] }) {
  return (
    <ol className="sheet-facts">
      {facts.map((fact) => (
        <li key={fact.id} className="sheet-fact">
          <FactPicture fact={fact} />
          <Equation fact={fact} />
        </li>
      ))}
    </ol>
  )
}

/** Facts with their answers. */
export function Answers({ facts }: { facts: readonly Fact[] }) {
  return (
    <ol className="sheet-answers">
      {facts.map((fact) => (
        <li key={fact.id}>{sheetMessages.solved(fact)}</li>
      ))}
    </ol>
  )
}

/** The picture of a fact in its operation's color. */
export function FactPicture({ fact }: { fact: Fact }) {
  return (
    <div className={`sheet-picture ${OPERATION_TONES[fact.operation].text}`}>
      <VisualModelView model={visualModelFor(fact)} label={sheetMessages.picture(fact)} animated={false} />
    </div>
  )
}

/** A problem with a line for its answer. */
function Equation({ fact }: { fact: Fact }) {
  return (
    <p className="sheet-equation">
      {sheetMessages.equation(fact)} <span className="sheet-line" />
    </p>
  )
}

/** The answers to the sheets of these children, for the teacher. */
export function AnswerKeys({ reports }: { reports: readonly Report[] }) {
  return Array.from({ length: Math.ceil(reports.length / KEYS_ON_A_PAGE) }, (_, page) => {
    const own = reports.slice(page * KEYS_ON_A_PAGE, (page + 1) * KEYS_ON_A_PAGE)
    return (
      <article key={own[0]?.studentId} className="paper" aria-label={words.key}>
        <PaperHead name={words.key} title={words.title} date={sheetMessages.on(own[0]?.today ?? '')}>
          {words.keyLead}
        </PaperHead>
        {own.map(({ studentId, name, sheet }) => (
          <section key={studentId}>
            <h3 translate="no" className="font-bold wrap-anywhere">
              {name}
            </h3>
            <Answers facts={factsOf(sheet)} />
          </section>
        ))}
      </article>
    )
  })
}
