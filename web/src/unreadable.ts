/** A text without readable games, and the reason. */
export class Unreadable extends Error {}
