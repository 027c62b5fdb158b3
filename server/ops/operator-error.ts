/** An operator command failed for an expected reason; the message says what to do. */
export class OperatorError extends Error {}
