import type { Refs } from '../reads/refs.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { RefName } from '../refs/ref-name.js';
import type { RefsWriter } from '../writes/refs-writer.js';
import { HIDDEN_REFS } from './repository-config.js';

/** Refs of a former repository that the one which took over does not have: `<time>/<name without refs/>`. Hidden from clients. */
export const DIVERGED_REFS = `${HIDDEN_REFS}diverged/`;

/** Time for which they are kept. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
const TIME = /^refs\/hearth\/diverged\/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\//;

/** Returns the name below which a ref is set aside; `at` in UTC, to the second. */
export function divergedRef(ref: RefName, at: Date): RefName {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${DIVERGED_REFS}${time}/${ref.slice('refs/'.length)}` as RefName;
}

/** Returns whether a ref was set aside so long ago that it is to be removed. */
export function isExpired(ref: RefName, now: Date): boolean {
  const [, ...parts] = TIME.exec(ref) ?? [];
  if (parts.length === 0) return false;
  const [year, month, day, hour, minute, second] = parts.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return now.getTime() - Date.UTC(year, month - 1, day, hour, minute, second) > KEPT_MS;
}

/** Refs that were set aside in the repositories of this process. */
export class DivergedRefs {
  constructor(
    private readonly refs: Pick<Refs, 'snapshot'>,
    private readonly refsWriter: Pick<RefsWriter, 'move'>,
  ) {}

  /** Removes those that have expired, so that their objects can be pruned. Safe to repeat. */
  async removeExpired(repository: RepositoryPath, now: Date = new Date()): Promise<void> {
    const kept = await this.refs.snapshot(repository, [DIVERGED_REFS]);
    const expired = [...kept].filter(([ref]) => isExpired(ref, now));
    await this.refsWriter.move(
      repository,
      expired.map(([ref, tip]) => ({ ref, from: tip, to: null })),
    );
  }
}
