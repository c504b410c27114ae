// The part of the page for what comes after a game or is opened by hand.

export type LaterPart = typeof import("./later");

/** Fetches it when it is wanted first. */
export const later = (): Promise<LaterPart> => import("./later");
