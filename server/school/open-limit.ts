import { MAX_OPEN_ROUNDS } from '../../contract/assignments.ts'
import { dayIn } from '../../domain/day-in-zone.ts'
import { assignedName } from '../../domain/school/assigned-names.en.ts'
import { lastOpenDay } from '../../domain/school/rounds.ts'
import { Refusal } from '../http/errors.ts'
import type { AssignmentStore } from '../storage/sql/school/assignment-store.ts'
import { pastRounds } from './child-rounds.ts'
import type { AssignedHome, StoredAssignment, StoredWork } from './assignment-port.ts'

const isFor = ({ forAll, childIds }: Pick<StoredAssignment, 'forAll' | 'childIds'>, studentId: string) =>
  forAll || childIds.includes(studentId)

const keyOfWork = ({
  assignmentId,
  studentId,
  roundDay,
}: Pick<StoredWork, 'assignmentId' | 'studentId' | 'roundDay'>) =>
  [assignmentId, studentId, roundDay].join(' ')

/**
 * Throws a 409 Refusal if a child would have more open assignments than it may. What repeats is one, however many of its rounds are
 * open; what the child has done, or is excused from, is not open.
 */
export async function checkRoom(
  { store, now }: { readonly store: AssignmentStore; readonly now: () => number },
  home: AssignedHome,
  assignment: Pick<StoredAssignment, 'id' | 'forAll' | 'childIds'>,
): Promise<void> {
  const today = dayIn(home.zone, now())
  const open = (await store.ofClass(home.classId)).flatMap((other) => {
    if (other.endedDay !== null || other.id === assignment.id) return []
    const begun = pastRounds(home, other, now())
    const rounds = begun.filter((round) => today <= lastOpenDay(round)).map(({ day }) => day)
    if (rounds.length > 0) return [{ other, rounds }]
    return begun.length === 0 && today <= (other.lastDay ?? other.dueDay) ? [{ other, rounds: [''] }] : []
  })
  const children = home.children.filter(({ studentId }) => isFor(assignment, studentId))
  const works = await store.work(
    open.map(({ other }) => other.id),
    children.map(({ studentId }) => studentId),
  )
  const over = new Set(
    works.flatMap((work) => (work.doneAtMs !== null || work.isExcused ? [keyOfWork(work)] : [])),
  )
  for (const { studentId, name } of children) {
    const own = open.filter(
      ({ other, rounds }) =>
        isFor(other, studentId) &&
        rounds.some((roundDay) => !over.has(keyOfWork({ assignmentId: other.id, studentId, roundDay }))),
    )
    const oldest = own.at(-1)
    if (!oldest || own.length < MAX_OPEN_ROUNDS) continue
    const sentence = `A child can have ${MAX_OPEN_ROUNDS} open assignments, and ${name} has them. End one first, such as “${assignedName(oldest.other.assigned)}”, the oldest.`
    throw new Refusal(409, 'conflict', sentence)
  }
}
