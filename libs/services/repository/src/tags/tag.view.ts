import { z } from 'zod';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import type { Release } from './releases.store.js';
import type { TagFact } from './tags.facts.js';

export const ReleaseView = z.strictObject({ tag_name: z.string(), description: z.string() });
export type ReleaseView = z.output<typeof ReleaseView>;

export const TagView = z.strictObject({
  name: z.string(),
  message: z.string().nullable(),
  commit: CommitView.nullable(),
  release: ReleaseView.nullable(),
});
export type TagView = z.output<typeof TagView>;

export function presentTag({ name, message, commit, release }: TagFact): TagView {
  return { name, message, commit: commit && presentCommit(commit), release: release && presentRelease(release) };
}

export function presentRelease({ tag, description }: Release): ReleaseView {
  return { tag_name: tag, description };
}
