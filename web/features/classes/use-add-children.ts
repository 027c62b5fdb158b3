import { useCallback, useRef, useState } from 'react'
import type { ChildWithPin } from '../../../contract/classes.ts'
import * as classCalls from '../../generated/class-calls.ts'
import type { Failure } from '../../lib/api.ts'
import { newSubmissionId } from '../../lib/random-id.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { deleteUnaddedNames, keepUnaddedNames } from './unadded-names.ts'

/** Children of one request: few enough for a slow server to answer soon, and for the count to move. */
const BATCH = 4

export type AddingProgress = { readonly done: number; readonly all: number }

type AddingChildren = {
  /** Adds the children. Where a batch fails, a call with the names that are left goes on from there. */
  readonly run: (names: readonly string[]) => Promise<AddingResult>
  /** Null while nothing is being added. */
  readonly progress: AddingProgress | null
  readonly failure: Failure | null
  /** Forgets the failure. */
  readonly forget: () => void
}

/** The children that were added so far, with their PINs, and the names that were not. */
type AddingResult = { readonly added: readonly ChildWithPin[]; readonly left: readonly string[] }

type Batch = { readonly requestId: string; readonly names: string[] }

function batchesOf(names: readonly string[]): Batch[] {
  return Array.from({ length: Math.ceil(names.length / BATCH) }, (_, at) => ({
    requestId: newSubmissionId(),
    names: names.slice(at * BATCH, (at + 1) * BATCH),
  }))
}

/** Batches that are left to send, and the children that the server has confirmed. */
type Work = { readonly left: Batch[]; readonly added: ChildWithPin[] }

const namesOf = (batches: readonly Batch[]): string[] => batches.flatMap(({ names }) => names)

/** Whether these are the names that were left when a batch failed. */
function goesOn(work: Work, names: readonly string[]): boolean {
  return namesOf(work.left).join('\n') === names.join('\n')
}

/**
 * Adds children batch by batch. A batch whose answer was lost is sent again under its id, which adds nobody twice; the names
 * that are not added yet outlive a reload.
 */
export function useAddChildren(classId: string): AddingChildren {
  const [progress, setProgress] = useState<AddingProgress | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const work = useRef<Work | null>(null)
  const busy = useRef(false)

  const run = useCallback(
    async (names: readonly string[]) => {
      if (busy.current) return { added: [], left: names }
      busy.current = true
      setFailure(null)
      const known = work.current
      const current =
        known && goesOn(known, names) ? known : { left: batchesOf(names), added: known?.added ?? [] }
      work.current = current
      const { left, added } = current
      const all = added.length + names.length
      const params = { classId }
      for (let batch = left[0]; batch; batch = left[0]) {
        setProgress({ done: added.length, all })
        keepUnaddedNames(classId, namesOf(left))
        const result = await sessionCall(classCalls.addChildren, { params, body: batch })
        if (!result.ok) {
          setFailure(result)
          break
        }
        added.push(...result.value.children)
        left.shift()
      }
      busy.current = false
      setProgress(null)
      if (left.length === 0) deleteUnaddedNames()
      return { added, left: namesOf(left) }
    },
    [classId],
  )

  const forget = useCallback(() => setFailure(null), [])

  return { run, progress, failure, forget }
}
