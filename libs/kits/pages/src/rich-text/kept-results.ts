import { createHash } from 'node:crypto';
import type { ThreadPool } from '@hearth/threads';
import { LRUCache } from 'lru-cache';

/** UTF-16 units of the inputs and results that are kept: some tens of megabytes. */
const MOST_KEPT = 8 * 1024 * 1024;
/** UTF-16 units of one of them: a short text in Markdown can have megabytes of HTML. */
const LARGEST_KEPT = 1024 * 1024;

/** Runs tasks whose results depend on nothing but their input, and keeps the results: pages are opened more often than they change. */
export class KeptResults {
  private readonly results = new LRUCache<string, object>({ maxSize: MOST_KEPT, maxEntrySize: LARGEST_KEPT });

  constructor(private readonly pool: Pick<ThreadPool, 'run' | 'close'>) {}

  /** @returns the result, which callers must not change @throws what the pool throws: failures are not kept */
  async run<Result extends object>(task: string, input: unknown, caller: string): Promise<Result> {
    const source = JSON.stringify(input);
    const key = createHash('sha256').update(task).update(source).digest('base64');
    const kept = this.results.get(key);
    if (kept) return kept as Result;
    const result = await this.pool.run<Result>(task, input, caller);
    this.results.set(key, result, { size: source.length + JSON.stringify(result).length });
    return result;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
