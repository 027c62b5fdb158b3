import { sql } from 'kysely'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type OfClass = { classId: string }

/** A row of any of the tables that a dashboard is made from; what the columns hold depends on `kind`. */
type DashboardRow = {
  kind: 'class' | 'child' | 'day' | 'known' | 'away' | 'holiday' | 'outage'
  student_id: string
  one: string
  two: string
  three: string
  at_ms: number
}

const children = (classId: string) => sql`(select user_id from student where class_id = ${classId})`

export const dashboardStatements = perDialect((dialect) => {
  return {
    // One statement, so that a class of any size takes a single round trip.
    dashboard: statement<OfClass & { fromDay: string }>()(({ classId, fromDay }) =>
      queryBuilder(dialect)
        .selectFrom(
          sql<DashboardRow>`(
            select 'class' as kind, '' as student_id, zone as one, school_days as two,
              '' as three, created_at_ms as at_ms,
              '' as name_key
            from school_class where id = ${classId}
            union all
            select 'child', user_id, display_name, coalesce(letters || ';' || zones || ';' || lately, ''),
              coalesce((select max(day) from practiced_day where practiced_day.student_id = user_id), ''),
              created_at_ms, name_key
            from student left join student_practice on student_practice.student_id = user_id where class_id = ${classId}
            union all
            select 'day', student_id, day, '', '', 0, ''
            from practiced_day where day >= ${fromDay} and student_id in ${children(classId)}
            union all
            select 'known', student_id, fact, known_day, '', 0, ''
            from fact_fluency where known_day >= ${fromDay} and student_id in ${children(classId)}
            union all
            select 'away', student_id, from_day, to_day, '', 0, ''
            from away where student_id in ${children(classId)}
            union all
            select 'holiday', '', from_day, to_day, '', 0, '' from class_holiday where class_id = ${classId}
            union all
            select 'outage', '', cast(from_ms as text), cast(until_ms as text), '', 0, '' from outage
          )`.as('found'),
        )
        .selectAll()
        .orderBy(sql.ref('name_key'))
        .orderBy('student_id')
        .orderBy('one'),
    ),
  }
})
