import { FACTS } from '../../../../domain/learning/memory.ts'
import type { Migration } from './migration.ts'

/**
 * The letters of each student's facts, which dashboards read (domain/school/fact-letters.ts); made from the stored facts. Who was
 * never folded gets them with the first fold.
 */
export const letters: Migration = {
  id: 39,
  name: 'letters',
  statements: () => {
    const facts = FACTS.map(({ id }, number) => `(${number}, '${id}')`).join(', ')
    const wrong = `(length(recent) - length(replace(recent, '-', '')))`
    const learning = `case when length(recent) = 4 and ${wrong} >= 3 then substr('ABCDE', ${wrong} + 1, 1) || asked_day
      else substr('abcde', ${wrong} + 1, 1) end`
    const letter = `case state when 'known' then 'k' when 'fluent' then 'f' when 'learning' then ${learning} else '-' end`
    return [
      `alter table student_practice add column letters text not null default ''`,
      `with numbered (number, id) as (values ${facts})
      update student_practice set letters = (
        select string_agg(${letter}, '' order by number) from numbered
        left join fact_fluency on fact_fluency.student_id = student_practice.student_id and fact_fluency.fact = numbered.id
      ) where folded_version > 0`,
    ]
  },
}
