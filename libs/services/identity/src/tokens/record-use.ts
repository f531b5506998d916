import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '@hearth/data';
import { PersonalTokensStore } from './personal-tokens.store.js';

/** How exactly the last use of a token is known: using one costs a write only after this time. */
const EXACT_TO_MS = 3_600_000;

/** A token that a request came with. */
interface UsedToken {
  readonly tokenId: number;
  readonly lastUsedAt: Date | null;
}

/** Notes when a token was last used, beside the request and not before its answer. */
@Injectable()
export class RecordTokenUse implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RecordTokenUse.name);
  /** By token: many requests at once are one use. */
  private readonly writes = new Map<number, Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
  ) {}

  /** Begins the write where the use that is known is too old. */
  begin({ tokenId, lastUsedAt }: UsedToken, now: Date): void {
    const isRecent = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < EXACT_TO_MS;
    if (isRecent || this.writes.has(tokenId)) return;
    const write = this.db
      .tx((tx) => this.personalTokensStore.touch(tx, tokenId, now))
      .catch((error: unknown) => this.logger.warn(`use of token ${tokenId} not noted: ${String(error)}`))
      .finally(() => this.writes.delete(tokenId));
    this.writes.set(tokenId, write);
  }

  /** Waits until all uses so far are noted. */
  async settled(): Promise<void> {
    await Promise.all(this.writes.values());
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }
}
