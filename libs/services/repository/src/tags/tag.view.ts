import { z } from 'zod';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import type { TagFact, TagRelease } from './tags.facts.js';

export const TagReleaseView = z.strictObject({ tag_name: z.string(), description: z.string() });
export type TagReleaseView = z.output<typeof TagReleaseView>;

export const TagView = z.strictObject({
  name: z.string(),
  message: z.string().nullable(),
  target: z.string().describe('Id of the object that the tag points at: of an annotated tag, the tag object'),
  commit: CommitView.nullable(),
  protected: z.boolean().describe('Whether a protected tag or pattern covers it'),
  release: TagReleaseView.nullable(),
});
export type TagView = z.output<typeof TagView>;

export function presentTag({ name, message, target, commit, release, protected: isProtected }: TagFact): TagView {
  return {
    ...{ name, message, target },
    commit: commit && presentCommit(commit),
    protected: isProtected,
    release: release && presentTagRelease(release),
  };
}

export function presentTagRelease({ tag, description }: TagRelease): TagReleaseView {
  return { tag_name: tag, description };
}
