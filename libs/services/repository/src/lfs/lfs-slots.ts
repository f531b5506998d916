import { GitSlots } from '../git-http/git-slots.js';
import type { LfsStorage } from './lfs-storage.js';

/** Longest wait of an upload for others, in milliseconds. */
const WAIT_MS = 10_000;

/** Bounds how many objects are received at once: each takes memory while it is sent on to a bucket. */
export class LfsSlots extends GitSlots {
  static of({ uploads: total }: LfsStorage): LfsSlots {
    const perUser = Math.ceil(total / 2);
    return new LfsSlots({ total, perRepository: total, perUser, perAddress: perUser, waitMs: WAIT_MS });
  }
}
