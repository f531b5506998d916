import { z } from 'zod';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import type { TagFact, TagRelease } from './tags.facts.js';

export const TagReleaseView = z.strictObject({ tag_name: z.string(), description: z.string() });
export type TagReleaseView = z.output<typeof TagReleaseView>;

export const TagView = z.strictObject({
  name: z.string(),
  message: z.string().nullable(),
  commit: CommitView.nullable(),
  release: TagReleaseView.nullable(),
});
export type TagView = z.output<typeof TagView>;

export function presentTag({ name, message, commit, release }: TagFact): TagView {
  return { name, message, commit: commit && presentCommit(commit), release: release && presentTagRelease(release) };
}

export function presentTagRelease({ tag, description }: TagRelease): TagReleaseView {
  return { tag_name: tag, description };
}
