import { createHash } from 'node:crypto';
import type { BuildCache } from '../builds/build-options.js';
import type { PlanFacts } from '../configuration/conditions/known-facts.js';
import type { ConfiguredCache, FilesKey } from '../configuration/entries/cache.rules.js';

/** Returns caches with the keys of their files: one digest for the same contents. */
export function withFileKeys(caches: readonly ConfiguredCache[], facts: PlanFacts): readonly BuildCache[] {
  return caches.map((cache) => ({
    ...cache,
    key: typeof cache.key === 'string' ? cache.key : keyOf(cache.key, facts),
  }));
}

function keyOf({ files, prefix }: FilesKey, facts: PlanFacts): string {
  const ids = files.flatMap((file) => facts.blobId(file) ?? []);
  const digest = ids.length === 0 ? 'default' : createHash('sha1').update(ids.join('-')).digest('hex');
  return prefix === null ? digest : `${prefix}-${digest}`;
}
