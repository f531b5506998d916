import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '@hearth/contract-kit';
import { TooManyGits } from '../refusals.js';
import { GitSlots, NoGitSlot } from './git-slots.js';

/** Client that receives the output of a git process, and the project that it is counted for. */
export interface ServedClient {
  readonly caller: Caller;
  readonly projectId: number;
  readonly signal: AbortSignal;
}

/** Starts gits whose output is streamed to clients. */
@Injectable()
export class ServedStreams {
  constructor(private readonly gitSlots: GitSlots) {}

  /**
   * Starts a git in one of the slots for gits that serve clients. Destroying the stream ends git.
   * @throws TooManyGits
   */
  async start({ caller, projectId, signal }: ServedClient, begin: () => Readable): Promise<Readable> {
    const release = await this.gitSlots.take(caller, projectId, signal).catch((error: unknown) => {
      throw error instanceof NoGitSlot ? TooManyGits() : error;
    });
    const stream = begin().once('close', release);
    signal.addEventListener('abort', () => stream.destroy(), { once: true });
    if (signal.aborted) stream.destroy();
    return stream;
  }
}
