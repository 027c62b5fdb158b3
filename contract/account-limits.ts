/** Longest name of a child, an adult or a class. */
export const MAX_NAME_LENGTH = 40
/** Most children in a class, and in a family. */
export const MAX_CHILDREN = 60
/** Most children that one pasted list makes. */
export const MAX_CHILDREN_AT_ONCE = 40
/** Most classes of a teacher. */
export const MAX_CLASSES = 100
/** Shortest password (NIST SP 800-63B §3.1.1.2 asks for 8 at least, without rules of which signs). */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128
export const MAX_EMAIL_LENGTH = 254
/** The version of the statements that an adult confirms before adding children; a new text is a new version. */
export const CONSENT_VERSION = 1
/** How long a code that links a parent to a child is good: two weeks, because it travels on paper. */
export const LINK_CODE_DAYS = 14
