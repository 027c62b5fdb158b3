import type { accountRoutes } from '../../../contract/account.ts'
import { accountEndpoints } from '../../../contract/account-endpoints.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape } from '../../lib/shape.ts'

type Routes = Pick<typeof accountRoutes, 'consent'>

/** The call with which an adult confirms the statements about children's data. */
export const consentCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  consent: {
    ...accountEndpoints.consent,
    accepts: hasShape<{ done: true }>({ done: (json): json is true => json === true }),
  },
}
