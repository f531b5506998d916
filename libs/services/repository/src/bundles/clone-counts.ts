import type { ProjectId } from '@hearth/contract-kit';
import { LRUCache } from 'lru-cache';

const MOST_COUNTED = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts the clones of repositories by this process. */
export class CloneCounts {
  private readonly counts = new LRUCache<ProjectId, number>({ max: MOST_COUNTED, ttl: DAY_MS });

  /** @param enough clones within a day; 0: never */
  constructor(private readonly enough: number) {}

  /** Whether clones are counted at all. */
  get isOn(): boolean {
    return this.enough > 0;
  }

  /** Counts a clone. @returns whether these are enough now; the next ones are counted anew */
  add(projectId: ProjectId): boolean {
    const count = (this.counts.get(projectId) ?? 0) + 1;
    const areEnough = count >= this.enough;
    if (areEnough) this.counts.delete(projectId);
    else this.counts.set(projectId, count, { noUpdateTTL: true });
    return areEnough;
  }
}
