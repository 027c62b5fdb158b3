import type { childDataRoutes } from '../../../contract/child-data.ts'
import { childEndpoints } from '../../../contract/account-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isNumber, isText, isTextOrNull } from '../../lib/shape.ts'

type Routes = Pick<
  typeof childDataRoutes,
  'overviewOfClass' | 'overviewOfOwn' | 'remove' | 'unlink' | 'parents' | 'endLink'
>
type Answer<Name extends keyof Routes> = Output<Routes[Name]['answer']>

/** How each of some children gets on, on a practice day. */
export type Overview = Answer<'overviewOfClass'>
/** A parent who looks after a child. */
export type Parent = Answer<'parents'>[number]
export type ChildSummary = Overview['children'][number]

const isParent = hasShape<Parent>({ id: isText, name: isText })
const isDone = hasShape<Answer<'unlink'>>({ done: (json): json is true => json === true })

const isSummary = hasShape<ChildSummary>({
  studentId: isText,
  known: isNumber,
  fluent: isNumber,
  streak: isNumber,
  lastPracticeDay: isTextOrNull,
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
}
