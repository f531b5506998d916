import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { networkOf } from '@hearth/http';
import { tokenHash } from '@hearth/secrets';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { EDGE_OPTIONS, type EdgeOptions } from './edge-options.js';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from './rate-limit-settings.js';
import { RetryLater } from './retry-later.js';
import { SharedCounts } from './shared-counts.js';

const SECONDS = 60;
/** First requests of git from one address, as a multiple of its anonymous requests: each costs a look at the project. */
const GIT_SHARE = 10;

/** Counts requests of a minute by who sends them, in the memory of this process or, shared with other gateways, in Redis. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly counts: SharedCounts | undefined;
  private readonly user: RateLimiterAbstract;
  /** Only where it allows less than the user's, which counts the same requests. */
  private readonly token: RateLimiterAbstract | undefined;
  private readonly address: RateLimiterAbstract;
  private readonly costly: RateLimiterAbstract;
  private readonly job: RateLimiterAbstract;
  private readonly refused: RateLimiterAbstract;
  private readonly git: RateLimiterAbstract;

  constructor(
    @Inject(RATE_LIMIT_SETTINGS) settings: RateLimitSettings,
    @Inject(EDGE_OPTIONS) { warn }: Pick<EdgeOptions, 'warn'>,
  ) {
    this.counts = settings.store === undefined ? undefined : new SharedCounts(settings.store, warn);
    this.user = this.limiter('user', settings.user);
    this.token = settings.token < settings.user ? this.limiter('token', settings.token) : undefined;
    this.address = this.limiter('address', settings.address);
    this.costly = this.limiter('costly', settings.costly);
    this.job = this.limiter('job', settings.user);
    this.refused = this.limiter('refused', settings.address);
    this.git = this.limiter('git', GIT_SHARE * settings.address);
  }

  /** Whether the shared counts are in use now. */
  get shared(): boolean {
    return this.counts?.isReady ?? false;
  }

  onApplicationShutdown(): void {
    this.counts?.close();
  }

  /**
   * Counts a request of a user, or one without a valid credential (null) by the network that it came from.
   * @throws RetryLater
   */
  async count(principal: Principal | null, clientAddress: string): Promise<void> {
    if (!principal) return consume(this.address, networkOf(clientAddress));
    const { userId, credential } = principal;
    await Promise.all([
      consume(this.user, userId),
      this.token && credential.tokenId !== null && consume(this.token, credential.tokenId),
    ]);
  }

  /**
   * Counts an anonymous request of an endpoint that takes much of the processor, among all of its network and among such ones.
   * @throws RetryLater
   */
  async countCostly(clientAddress: string): Promise<void> {
    await this.count(null, clientAddress);
    await consume(this.costly, networkOf(clientAddress));
  }

  /**
   * Counts a request of a runner by the token of its job, which scripts have too; hundreds of machines may share the token of a runner. Where
   * too many of the network's requests were refused, none is admitted: an attacker who guesses always has another token.
   * @param jobToken undefined where it is not known before the body is read
   * @throws RetryLater
   */
  async countRunner(jobToken: string | undefined, clientAddress: string): Promise<void> {
    await consume(this.refused, networkOf(clientAddress), 0);
    if (jobToken !== undefined) await consume(this.job, tokenHash(jobToken));
  }

  /** Counts a request of a runner that was refused. */
  async countRefused(clientAddress: string): Promise<void> {
    await this.refused.penalty(networkOf(clientAddress));
  }

  /**
   * Counts the request that git begins with, which has no credential even where git knows one: hundreds of machines may clone from one
   * address, and are counted by their users once they have signed in.
   * @throws RetryLater also where the address has used up its anonymous requests: it may be one
   */
  async countGit(clientAddress: string): Promise<void> {
    const network = networkOf(clientAddress);
    await consume(this.address, network, 0);
    await consume(this.git, network);
  }

  /** Counts such a request as an anonymous one: it was not answered with the question for a credential. */
  async countAnonymousGit(clientAddress: string): Promise<void> {
    await this.address.penalty(networkOf(clientAddress));
  }

  private limiter(name: string, points: number): RateLimiterAbstract {
    const options = { keyPrefix: `hearth:limit:${name}`, points, duration: SECONDS };
    const memory = new RateLimiterMemory(options);
    if (!this.counts) return memory;
    return new RateLimiterRedis({
      ...options,
      storeClient: this.counts,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      // Callers over the limit cause no further requests to Redis.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: memory,
    });
  }
}

/** @param points 0: only looks whether there are any left */
async function consume(limiter: RateLimiterAbstract, key: string | number, points = 1): Promise<void> {
  try {
    const state = await limiter.consume(key, points);
    if (points === 0 && state.remainingPoints === 0) throw state;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const name = limiter.keyPrefix.split(':').at(-1)!;
    const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new RetryLater({ name, allowed: limiter.points, retryAfterSeconds });
  }
}
