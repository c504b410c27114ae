/** A text that has no games for us, and why. */
export class Unreadable extends Error {}
