/** Sends one request and returns its status. */
export type Ask = () => Promise<number>;

interface Asked {
  readonly name: string;
  /** Times of the request and of its answer, on the clock of `performance`. */
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly status: number;
}

const WARM_UP = 3;
const AFTERWARDS = 8;

/** Statuses by name, each once and in order: of the requests that ended before the revocation, and of those that were sent after it. */
export interface Outcome {
  readonly before: Readonly<Record<string, readonly number[]>>;
  readonly after: Readonly<Record<string, readonly number[]>>;
}

/**
 * Sends requests without a pause, each kind on several connections, during a revocation.
 * @param asks functions that send the requests, by name
 * @param revoke the revocation; it is complete when this returns
 * @returns statuses of requests that had ended when `revoke` began, and of those that were sent after it had returned. Requests in between may have
 * either outcome.
 */
export async function revokeUnderLoad(
  asks: Readonly<Record<string, Ask>>,
  revoke: () => Promise<unknown>,
): Promise<Outcome> {
  const asked: Asked[] = [];
  let revokedAt = Number.POSITIVE_INFINITY;
  const { promise: warm, resolve: warmedUp } = Promise.withResolvers<void>();
  const cold = new Set(Object.keys(asks));
  const count = (name: string, since: number) =>
    asked.filter((each) => each.name === name && each.sentAt >= since).length;
  const loops = Object.entries(asks).flatMap(([name, ask]) => {
    const loop = async () => {
      while (count(name, revokedAt) < AFTERWARDS) {
        const sentAt = performance.now();
        const status = await ask();
        asked.push({ name, sentAt, answeredAt: performance.now(), status });
        if (cold.has(name) && count(name, 0) >= WARM_UP) cold.delete(name);
        if (cold.size === 0) warmedUp();
      }
    };
    return [loop(), loop()];
  });
  const running = Promise.all(loops);
  await Promise.race([warm, running]);
  const begunAt = performance.now();
  try {
    await revoke();
  } finally {
    revokedAt = performance.now();
    await running;
  }
  return {
    before: statuses(asked.filter(({ answeredAt }) => answeredAt < begunAt)),
    after: statuses(asked.filter(({ sentAt }) => sentAt >= revokedAt)),
  };
}

function statuses(asked: readonly Asked[]): Record<string, number[]> {
  const byName = Map.groupBy(asked, ({ name }) => name);
  return Object.fromEntries(
    [...byName].map(([name, group]) => [name, [...new Set(group.map(({ status }) => status))].sort()]),
  );
}
