import type { ReactNode } from 'react'
import type { ClassWithChildren } from '../../../contract/classes.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { roomMessages } from './class-room.messages.en.ts'

export const childrenHref = (classId: string): string => `/classes/${classId}?view=children`

/** Actions on the whole class. */
export function ClassActions({ school, children }: { school: ClassWithChildren; children: ReactNode }) {
  const { id: classId } = school
  return (
    <div className="flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2 print:hidden">
      <LinkButton kind="primary" href={`/assignments/${classId}`}>
        {roomMessages.assign}
      </LinkButton>
      <LinkButton kind="secondary" href={`/classes/${classId}/print`}>
        {roomMessages.print}
      </LinkButton>
      <LinkButton kind="secondary" href={`/classes/${classId}?settings`}>
        {roomMessages.settings}
      </LinkButton>
      {children}
    </div>
  )
}
