import { useCallback, useRef } from 'react'
import * as classCalls from '../../generated/class-calls.ts'
import type { CallResult } from '../../lib/api.ts'
import { localZone } from '../../lib/local-zone.ts'
import { newSubmissionId } from '../../lib/random-id.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import type { CardSet } from './cards-view.tsx'
import type { PlannedClass } from './import-list.ts'

/** One call, and so one transaction, for all classes. */
async function addList(
  planned: readonly PlannedClass[],
  requestId: string,
): Promise<CallResult<readonly CardSet[]>> {
  const classes = planned.map(({ classId, name, names, grade }) => ({
    classId,
    name,
    names: [...names],
    grade,
  }))
  const added = await sessionCall(classCalls.addList, { body: { zone: localZone(), requestId, classes } })
  if (!added.ok) return added
  return {
    ok: true,
    value: added.value.classes.map(({ class: { code, name: className }, children }) => ({
      code,
      className,
      cards: children,
    })),
  }
}

/** Adds all children of a list, or none. If the answer was lost, the same list is sent again under its id, which adds nobody twice. */
export function useImport() {
  const requests = useRef(new Map<string, string>())
  return useAction(
    useCallback((classes: readonly PlannedClass[]) => {
      const key = JSON.stringify(classes.map(({ classId, name, names }) => [classId, name, names]))
      const requestId = requests.current.get(key) ?? newSubmissionId()
      requests.current.set(key, requestId)
      return addList(classes, requestId)
    }, []),
  )
}
