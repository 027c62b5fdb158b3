import type { childDataRoutes } from '../../../contract/child-data.ts'
import { ACCESS_KINDS, ACCESS_ROLES } from '../../../contract/access-kinds.ts'
import { childEndpoints } from '../../../contract/account-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isBoolean, isNumber, isText, isTextOrNull } from '../../lib/shape.ts'

type Routes = Pick<
  typeof childDataRoutes,
  | 'overviewOfClass'
  | 'overviewOfOwn'
  | 'remove'
  | 'unlink'
  | 'parents'
  | 'endLink'
  | 'accesses'
  | 'deletions'
  | 'keptUntil'
>
type Answer<Name extends keyof Routes> = Output<Routes[Name]['answer']>

/** How each of some children gets on, on a practice day. */
export type Overview = Answer<'overviewOfClass'>
/** A parent who looks after a child. */
export type Parent = Answer<'parents'>[number]
/** What somebody did with a child’s data. */
export type Access = Answer<'accesses'>[number]
/** A child that was deleted. */
type ListedDeletion = Answer<'deletions'>[number]
export type ChildSummary = Overview['children'][number]

const isParent = hasShape<Parent>({ id: isText, name: isText })
const isDone = hasShape<Answer<'unlink'>>({ done: (json): json is true => json === true })

const isWho = (json: unknown): json is Access['who'] => ACCESS_ROLES.some((who) => who === json)
const isAccess = hasShape<Access>({
  at: isNumber,
  who: isWho,
  name: isTextOrNull,
  kind: (json): json is Access['kind'] => ACCESS_KINDS.some((kind) => kind === json),
})
const isDeletion = hasShape<ListedDeletion>({ at: isNumber, who: isWho, studentId: isText, classId: isText })

type HardFact = ChildSummary['hardest'][number]

const isHardFact = hasShape<HardFact>({ factId: isText, needsHelp: isBoolean })

const isSummary = hasShape<ChildSummary>({
  studentId: isText,
  known: isNumber,
  fluent: isNumber,
  streak: isNumber,
  lastPracticeDay: isTextOrNull,
  weekDays: isNumber,
  weekSeconds: isNumber,
  seen: isNumber,
  right: isNumber,
  hardest: (json): json is HardFact[] => Array.isArray(json) && json.every(isHardFact),
})

const isOverview = hasShape<Overview>({
  practiceDay: isText,
  children: (json): json is ChildSummary[] => Array.isArray(json) && json.every(isSummary),
})

/** The calls about how children get on, and those that end what an adult has to do with one, with a check of each answer. */
export const childDataCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  overviewOfClass: { ...childEndpoints.overviewOfClass, accepts: isOverview },
  overviewOfOwn: { ...childEndpoints.overviewOfOwn, accepts: isOverview },
  remove: {
    ...childEndpoints.remove,
    accepts: hasShape<Answer<'remove'>>({ removed: (json): json is 'deleted' => json === 'deleted' }),
  },
  unlink: { ...childEndpoints.unlink, accepts: isDone },
  parents: {
    ...childEndpoints.parents,
    accepts: (json): json is Parent[] => Array.isArray(json) && json.every(isParent),
  },
  endLink: { ...childEndpoints.endLink, accepts: isDone },
  keptUntil: {
    ...childEndpoints.keptUntil,
    accepts: hasShape<Answer<'keptUntil'>>({ keptUntil: isNumber }),
  },
  accesses: {
    ...childEndpoints.accesses,
    accepts: (json): json is Access[] => Array.isArray(json) && json.every(isAccess),
  },
  deletions: {
    ...childEndpoints.deletions,
    accepts: (json): json is ListedDeletion[] => Array.isArray(json) && json.every(isDeletion),
  },
}
