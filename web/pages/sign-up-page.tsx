import { useState } from 'react'
import { useSearch } from 'wouter'
import { openHomeOrSignIn } from '../features/account/session.ts'
import { SignUpForm, type AdultRole } from '../features/account/sign-up-form.tsx'

/** Creates an account for a teacher or, with `?role=parent`, a parent (issue 5). */
export function SignUpPage() {
  const [role] = useState<AdultRole>(useSearch() === 'role=parent' ? 'parent' : 'teacher')
  return <SignUpForm role={role} onEntered={openHomeOrSignIn} />
}
