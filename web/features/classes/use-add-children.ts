import { useCallback, useRef } from 'react'
import * as classCalls from '../../generated/class-calls.ts'
import { newSubmissionId } from '../../lib/random-id.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { deleteUnaddedNames, keepUnaddedNames } from './unadded-names.ts'

type Sent = { readonly requestId: string; readonly names: string[] }

/**
 * Adds children with one call, all of them or nobody. A call whose answer was lost is sent again under its id, which adds nobody
 * twice; until they are added, the names outlive a reload.
 */
export function useAddChildren(classId: string) {
  const sent = useRef<Sent | null>(null)
  return useAction(
    useCallback(
      async (names: readonly string[]) => {
        const isAgain = sent.current?.names.join('\n') === names.join('\n')
        const body = (isAgain && sent.current) || { requestId: newSubmissionId(), names: [...names] }
        sent.current = body
        keepUnaddedNames(classId, names)
        const result = await sessionCall(classCalls.addChildren, { params: { classId }, body })
        if (result.ok) deleteUnaddedNames()
        return result
      },
      [classId],
    ),
  )
}
