import { useCallback } from 'react'
import type { ClassWithChildren } from '../../../contract/classes.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import type { UpdateClass } from './child-of-class.tsx'
import { NewDevices } from './new-devices.tsx'

type Props = {
  school: ClassWithChildren
  update: UpdateClass
  refetch: () => void
  /** Shows nothing unless children wait. */
  isOnlyWaiting?: boolean
}

/** Says whether children of a class can sign in on new devices, and lets them in for a while. */
export function ClassNewDevices({ school, update, refetch, isOnlyWaiting = false }: Props) {
  const { id: classId } = school
  const openSignInWindow = useCallback(
    (minutes: number) => sessionCall(classCalls.openSignInWindow, { params: { classId }, body: { minutes } }),
    [classId],
  )
  return (
    <NewDevices
      of="ofClass"
      state={school}
      isOnlyWaiting={isOnlyWaiting}
      openSignInWindow={openSignInWindow}
      refetch={refetch}
      onOpened={(next) => update((known) => ({ ...known, ...next }))}
    />
  )
}
