/** Why an operator's program did not do what it was asked for; the message is a sentence to act on. */
export class NotDone extends Error {}
