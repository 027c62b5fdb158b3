import { keyOfStudent } from './child-sign-in.ts'
import { playerTokenOf } from './player-token.ts'
import type { ChildOfData } from './port.ts'

/** How other tables know a child, under the secret of the installation. */
export function childOfData(
  secret: string,
  tokenHash: (token: string) => string,
): (studentId: string) => ChildOfData {
  return (studentId) => ({
    studentId,
    tokenHash: tokenHash(playerTokenOf(secret, studentId)),
    accountKey: keyOfStudent(studentId),
  })
}
