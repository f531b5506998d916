/** States of a move, in their order. The last two are ends. */
export const MOVE_STATES = ['scheduled', 'started', 'finished', 'failed'] as const;
export type MoveState = (typeof MOVE_STATES)[number];
