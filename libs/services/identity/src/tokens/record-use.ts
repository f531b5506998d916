import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '@hearth/data';
import { PersonalTokensStore } from './personal-tokens.store.js';

/** Precision of the last use of a token: it is written at most once in this time. */
const EXACT_TO_MS = 3_600_000;

/** Token of a request. */
interface UsedToken {
  readonly tokenId: number;
  readonly lastUsedAt: Date | null;
}

/** Records the last use of tokens concurrently with the request, which does not wait for it. */
@Injectable()
export class RecordTokenUse implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RecordTokenUse.name);
  /** Running writes by token: concurrent requests count as one use. */
  private readonly writes = new Map<number, Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
  ) {}

  /** Starts the write if the stored use is too old. */
  begin({ tokenId, lastUsedAt }: UsedToken, now: Date): void {
    const isRecent = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < EXACT_TO_MS;
    if (isRecent || this.writes.has(tokenId)) return;
    const write = this.db
      .tx((tx) => this.personalTokensStore.touch(tx, tokenId, now))
      .catch((error: unknown) => this.logger.warn(`use of token ${tokenId} not noted: ${String(error)}`))
      .finally(() => this.writes.delete(tokenId));
    this.writes.set(tokenId, write);
  }

  /** Waits until all uses so far are recorded. */
  async settled(): Promise<void> {
    await Promise.all(this.writes.values());
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }
}
