/** Rows read by one statement. */
const AT_ONCE = 100;

/** Part of the rows in the order of their ids: at most `limit` after an id. */
export interface IdRange {
  readonly after: number;
  readonly limit: number;
}

/** Yields rows in the order of their ids. A part of them is read when the consumer is done with the rows before it. */
export async function* eachById<Found extends { readonly id: number }>(
  read: (range: IdRange) => Promise<readonly Found[]>,
): AsyncGenerator<Found> {
  let after = 0;
  for (;;) {
    const found = await read({ after, limit: AT_ONCE });
    yield* found;
    if (found.length < AT_ONCE) return;
    after = found.at(-1)!.id;
  }
}
