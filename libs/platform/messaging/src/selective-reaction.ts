import type { EventContract, EventDataOf } from '@hearth/contract-kit';

/**
 * Reaction to a frequent event that mostly has no effect. Events that it does not select are skipped: one question about many of them replaces a
 * transaction and a row of the inbox for each.
 */
export abstract class SelectiveReaction<E extends EventContract = EventContract> {
  /**
   * Returns for each of some events, in their order, whether it is to be handled. It must not depend on the effects of earlier events, which may not
   * be handled yet. After an error all of them are handled. An event whose first attempt failed is asked about again.
   */
  abstract selects(events: readonly EventDataOf<E>[]): Promise<readonly boolean[]>;
}
