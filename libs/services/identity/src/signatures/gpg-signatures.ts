import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SignaturesBusy } from '@hearth/identity-contracts';
import { ThreadFailed, ThreadPool, ThreadsBusy } from '@hearth/threads';
import { LRUCache } from 'lru-cache';
import type { GpgCheck, GpgChecked } from './gpg-signature-thread.js';

/** A key takes a tenth of a second, a malicious one the whole time limit. */
const LIMITS = { deadlineMs: 5_000, memoryMb: 128, threads: 1 };
const FAILED: GpgChecked = { isValid: false, users: [] };

/** Checks OpenPGP signatures in a worker thread: their texts and keys are those of users. The results never change, so they are cached. */
@Injectable()
export class GpgSignatures implements OnApplicationShutdown {
  readonly #issuers = new LRUCache<string, readonly string[]>({ max: 10_000 });
  readonly #checked = new LRUCache<string, GpgChecked>({ max: 1_000 });
  readonly #pool = new ThreadPool({ program: new URL('./gpg-signature-thread.js', import.meta.url), ...LIMITS });

  onApplicationShutdown(): Promise<void> {
    return this.#pool.close();
  }

  /** Returns the ids of the keys by which a signature was made; none for a text that is no signature. @throws SignaturesBusy */
  async issuers(signature: string): Promise<readonly string[]> {
    const key = digestOf(signature);
    const issuers = this.#issuers.get(key) ?? (await this.run<string[]>('issuers', signature, []));
    this.#issuers.set(key, issuers);
    return issuers;
  }

  /** @throws SignaturesBusy */
  async check(asked: GpgCheck): Promise<GpgChecked> {
    const key = digestOf(asked.payload, asked.signature, asked.key);
    const checked = this.#checked.get(key) ?? (await this.run<GpgChecked>('check', asked, FAILED));
    this.#checked.set(key, checked);
    return checked;
  }

  private async run<Result>(task: string, input: unknown, failed: Result): Promise<Result> {
    try {
      return await this.#pool.run<Result>(task, input, 'repository');
    } catch (error) {
      if (error instanceof ThreadsBusy) throw SignaturesBusy();
      if (error instanceof ThreadFailed) return failed;
      throw error;
    }
  }
}

/** Of all parts with their lengths, so that no two lists have the same one. */
function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64');
}
