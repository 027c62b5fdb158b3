import { useRef, useState } from 'react'
import * as classCalls from '../../generated/class-calls.ts'
import type { CallResult, Failure } from '../../lib/api.ts'
import { localZone } from '../../lib/local-zone.ts'
import { newSubmissionId } from '../../lib/random-id.ts'
import { sessionCall } from '../../lib/session-call.ts'
import type { CardSet } from './cards-view.tsx'
import type { PlannedClass } from './import-list.ts'

type Importing = {
  /** Adds the children, class by class. Null if a class failed; another call with the same classes continues there. */
  readonly run: (classes: readonly PlannedClass[]) => Promise<readonly CardSet[] | null>
  readonly isPending: boolean
  /** Why a class was not added, and its name. */
  readonly failure: { readonly of: string; readonly failure: Failure } | null
  readonly clearFailure: () => void
}

/** One call, and so one transaction, for each class. */
async function addOne(
  { classId, name, names, grade }: PlannedClass,
  requestId: string,
): Promise<CallResult<CardSet>> {
  if (classId === null) {
    const body = { name, names: [...names], requestId, zone: localZone(), grade }
    const made = await sessionCall(classCalls.makeWithChildren, { body })
    if (!made.ok) return made
    const { class: school, children } = made.value
    return { ok: true, value: { code: school.code, className: school.name, cards: children } }
  }
  const body = { names: [...names], requestId }
  const added = await sessionCall(classCalls.addChildren, { params: { classId }, body })
  if (!added.ok) return added
  return { ok: true, value: { code: added.value.code, className: name, cards: added.value.children } }
}

/** Adds the children of a list. A class whose answer was lost is sent again under its id, which adds nobody twice. */
export function useImport(): Importing {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Importing['failure']>(null)
  const requests = useRef(new Map<string, { readonly id: string; set: CardSet | null }>())
  const busy = useRef(false)

  async function runOnce(classes: readonly PlannedClass[]): Promise<readonly CardSet[] | null> {
    const sets: CardSet[] = []
    for (const each of classes) {
      const key = JSON.stringify([each.classId, each.name, each.names])
      const request = requests.current.get(key) ?? { id: newSubmissionId(), set: null }
      requests.current.set(key, request)
      if (request.set === null) {
        const result = await addOne(each, request.id)
        if (!result.ok) {
          setFailure({ of: each.name, failure: result })
          return null
        }
        request.set = result.value
      }
      sets.push(request.set)
    }
    return sets
  }

  async function run(classes: readonly PlannedClass[]): Promise<readonly CardSet[] | null> {
    if (busy.current) return null
    busy.current = true
    setPending(true)
    setFailure(null)
    const sets = await runOnce(classes)
    busy.current = false
    setPending(false)
    return sets
  }

  return { run, isPending, failure, clearFailure: () => setFailure(null) }
}
