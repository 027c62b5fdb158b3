import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Child, ClassWithChildren } from '../../../contract/classes.ts'
import { ChildRoom } from './child-room.tsx'
import { childrenHref } from './class-actions.tsx'
import { wrongPinsOf } from './wrong-pins.ts'

/** Updates the loaded class. */
export type UpdateClass = (change: (known: ClassWithChildren) => ClassWithChildren) => void

/** A child of a class, for its teacher. */
export function ChildOfClass(props: {
  school: ClassWithChildren
  child: Child
  update: UpdateClass
  children: ReactNode
  settings: ReactNode
}) {
  const { school, child, update } = props
  const [, navigate] = useLocation()
  const href = childrenHref(school.id)

  function replace(next: readonly Child[]): void {
    update((known) => ({
      ...known,
      children: known.children.flatMap((each) => (each.id === child.id ? next : each)),
    }))
  }

  return (
    <ChildRoom
      child={child}
      home={school}
      isInClass
      wrongPins={wrongPinsOf(school.wrongPins, child.id)}
      back={{ href, label: <span translate="no">{school.name}</span> }}
      onChanged={(next) => replace([next])}
      onRemoved={() => {
        navigate(href)
        replace([])
      }}
      settings={props.settings}
    >
      {props.children}
    </ChildRoom>
  )
}
