import type { ServerResponse } from 'node:http';

const primaries = new WeakMap<ServerResponse, string>();

/** Notes that a response is made from a copy, which may lack what the storage has: 404 is then answered as 421 with that storage. */
export function answersFromCopy(response: ServerResponse, storage: string): void {
  primaries.set(response, storage);
}

/** Returns the storage of {@link answersFromCopy}. */
export function copiedFrom(response: ServerResponse): string | undefined {
  return primaries.get(response);
}
