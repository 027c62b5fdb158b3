import { GRADES, type Grade } from '../student-settings.ts'

const KINDERGARTEN = /^(?:k|kg|kdg|kinder|kindergarten|0+)$/i
/** A number with what is written around it: `3`, `03`, `3rd`, `Grade 3`, `3º ano`, `Klasse 3`. */
const NUMBERED = /^[^\d]{0,20}?0*(\d{1,2})[^\d]{0,20}$/

/** The grade that a cell of a list names; `unknown` for another one, or none. */
export function gradeOfCell(cell: string): Grade {
  const text = cell.trim()
  if (KINDERGARTEN.test(text)) return 'K'
  const number = NUMBERED.exec(text)?.[1]
  return GRADES.find((grade) => grade === number) ?? 'unknown'
}

/** The grade that all children with one have; `unknown` if they differ. */
export function gradeOfAll(cells: readonly string[]): Grade {
  const grades = new Set(cells.filter((cell) => cell.trim() !== '').map(gradeOfCell))
  const [grade = 'unknown'] = grades
  return grades.size === 1 ? grade : 'unknown'
}
