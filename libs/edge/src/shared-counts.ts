import { setTimeout } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';

/** A count that takes longer is made in memory: no request waits for a Redis that hangs. */
const ANSWER_MS = 250;
const CONNECT_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;

type Script = { keys: string[]; arguments: string[] };

/** Redis or Valkey as rate-limiter-flexible uses it: without a connection, or without an answer in time, each command fails. */
export class SharedCounts {
  private redis: RedisClientType | undefined;
  private closed = false;
  private lost = false;

  /** @param warn is told once when the connection is lost, and once when it is back */
  constructor(
    url: string,
    private readonly warn: (message: string) => void,
  ) {
    this.connect(url).catch((error: Error) => this.noteLoss(error));
  }

  get isReady(): boolean {
    return this.redis?.isReady ?? false;
  }

  async eval(script: string, options: Script): Promise<unknown> {
    if (!this.redis) throw new Error('not connected yet');
    const waiting = new AbortController();
    const tooLate = setTimeout(ANSWER_MS, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`no answer within ${ANSWER_MS} ms`);
    });
    tooLate.catch(() => undefined);
    try {
      return await Promise.race([this.redis.eval(script, options), tooLate]);
    } finally {
      waiting.abort();
    }
  }

  close(): void {
    this.closed = true;
    this.redis?.destroy();
  }

  private async connect(url: string): Promise<void> {
    // Its 480 modules are a fifteenth of the CPU time of the gateway's start, and most gateways count in memory.
    const { createClient } = await import('@redis/client');
    if (this.closed) return;
    this.redis = createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: 2 * LONGEST_PAUSE_MS,
      socket: {
        connectTimeout: CONNECT_MS,
        reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, LONGEST_PAUSE_MS),
      },
    }) as RedisClientType;
    this.redis.on('error', (error: Error) => this.noteLoss(error));
    this.redis.on('ready', () => this.noteReturn());
    await this.redis.connect();
  }

  private noteLoss({ message }: Error): void {
    if (!this.lost) this.warn(`Rate limits are counted in memory, HEARTH_LIMITS_STORE is out of reach: ${message}`);
    this.lost = true;
  }

  private noteReturn(): void {
    if (this.lost) this.warn('Rate limits are counted in HEARTH_LIMITS_STORE again');
    this.lost = false;
  }
}
