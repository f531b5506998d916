import type { Calls } from '@hearth/calls';
import type { CallContract, EventContract, EventDataOf, InputOf, OutputOf } from '@hearth/contract-kit';

/** Later events of the same key wait for the answer. */
const CONFIRM_MS = 5_000;

/**
 * Asks the event's owner whether the event is true, before the transaction.
 * @returns false: it is not, and the event becomes a dead letter without an effect
 * @throws anything without an answer: the owner is asked again until there is one
 */
export type Confirm<E extends EventContract = EventContract> = (calls: Calls, data: EventDataOf<E>) => Promise<boolean>;

type Lists = Readonly<Record<string, readonly unknown[]>>;

/** A query that answers with lists: what exists of the things it is asked for. */
type FindingQuery<C extends CallContract> = OutputOf<C> extends Lists ? C : never;

/**
 * Confirms a deletion: the owner finds nothing any more.
 * @param query answers with the things that exist
 * @param input asks it for the deleted ones
 */
export function gone<E extends EventContract, C extends CallContract>(
  query: FindingQuery<C>,
  input: (data: EventDataOf<E>) => InputOf<C>,
): Confirm<E> {
  return async (calls, data) => {
    const found = await calls.query<C>(query, input(data), { timeoutMs: CONFIRM_MS });
    return Object.values(found as Lists).every((list) => list.length === 0);
  };
}
