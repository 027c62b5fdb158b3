/** Method and path of the calls of accounts and classes, apart from their schemas (guest-endpoints.ts says why). */
export const accountEndpoints = {
  readDoor: { method: 'GET', path: '/api/account' },
  signUp: { method: 'POST', path: '/api/account/sign-up' },
  verify: { method: 'POST', path: '/api/account/verify' },
  verifyAgain: { method: 'POST', path: '/api/account/verify/again' },
  signIn: { method: 'POST', path: '/api/account/sign-in' },
  signOut: { method: 'POST', path: '/api/account/sign-out' },
  askForReset: { method: 'POST', path: '/api/account/forgotten' },
  resetPassword: { method: 'POST', path: '/api/account/reset' },
  signInChild: { method: 'POST', path: '/api/account/child/sign-in' },
  me: { method: 'GET', path: '/api/me' },
  ownData: { method: 'GET', path: '/api/account/data' },
  closeAccount: { method: 'DELETE', path: '/api/account' },
} as const

export const classEndpoints = {
  list: { method: 'GET', path: '/api/classes' },
  make: { method: 'POST', path: '/api/classes' },
  read: { method: 'GET', path: '/api/classes/:classId' },
  change: { method: 'PATCH', path: '/api/classes/:classId' },
  newCode: { method: 'POST', path: '/api/classes/:classId/code' },
  letIn: { method: 'POST', path: '/api/classes/:classId/new-devices' },
  addChildren: { method: 'POST', path: '/api/classes/:classId/children' },
  removeChild: { method: 'DELETE', path: '/api/classes/:classId/children/:studentId' },
} as const

export const childEndpoints = {
  list: { method: 'GET', path: '/api/children' },
  make: { method: 'POST', path: '/api/children' },
  newCode: { method: 'POST', path: '/api/children/code' },
  letIn: { method: 'POST', path: '/api/children/new-devices' },
  link: { method: 'POST', path: '/api/children/link' },
  read: { method: 'GET', path: '/api/children/:studentId' },
  rename: { method: 'PATCH', path: '/api/children/:studentId' },
  move: { method: 'POST', path: '/api/children/:studentId/move' },
  resetPin: { method: 'POST', path: '/api/children/:studentId/pin' },
  makeLinkCode: { method: 'POST', path: '/api/children/:studentId/link-code' },
  remove: { method: 'DELETE', path: '/api/children/:studentId' },
  unlink: { method: 'DELETE', path: '/api/children/:studentId/guardian' },
  parents: { method: 'GET', path: '/api/children/:studentId/guardians' },
  endLink: { method: 'DELETE', path: '/api/children/:studentId/guardians/:parentId' },
  overviewOfClass: { method: 'GET', path: '/api/classes/:classId/overview' },
  overviewOfOwn: { method: 'GET', path: '/api/children/overview' },
  progress: { method: 'GET', path: '/api/children/:studentId/progress' },
  factHistory: { method: 'GET', path: '/api/children/:studentId/facts/:factId' },
  data: { method: 'GET', path: '/api/children/:studentId/data' },
  dataTable: { method: 'GET', path: '/api/children/:studentId/data/:table' },
} as const
