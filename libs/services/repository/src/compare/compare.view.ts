import { z } from 'zod';
import { CommitView, DiffEntryView, presentCommit, presentDiffEntry } from '@hearth/repository-contracts';
import type { ComparisonFact } from './compare.facts.js';

export const CompareView = z.strictObject({
  commit: CommitView.nullable(),
  commits: z.array(CommitView),
  diffs: z.array(DiffEntryView),
  compare_timeout: z.boolean(),
  compare_same_ref: z.boolean(),
});
export type CompareView = z.output<typeof CompareView>;

export function presentComparison({ commits, files, overflow, same }: ComparisonFact): CompareView {
  const shown = commits.map(presentCommit);
  return {
    commit: shown.at(-1) ?? null,
    commits: shown,
    diffs: files.map(presentDiffEntry),
    compare_timeout: overflow,
    compare_same_ref: same,
  };
}
