import type { EventContract, EventDataOf } from '@hearth/contract-kit';

/**
 * Reaction to a frequent event that mostly has no effect. Events without one are skipped: one question about many of them takes the place of a
 * transaction and a row of the inbox for each.
 */
export abstract class SelectiveReaction<E extends EventContract = EventContract> {
  /** Returns for each of some events whether it is to be handled, from what is stored now. An error counts as yes. */
  abstract selects(events: readonly EventDataOf<E>[]): Promise<readonly boolean[]>;
}
