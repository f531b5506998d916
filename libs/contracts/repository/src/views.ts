import { z } from 'zod';
import { presentTime } from './present-time.js';
import type { CommitCard, FileDiff } from './types.js';

/** The record of a changed file: of commits, comparisons and merge requests. */
export const DiffEntryView = z.strictObject({
  old_path: z.string(),
  new_path: z.string(),
  a_mode: z.string(),
  b_mode: z.string(),
  new_file: z.boolean(),
  renamed_file: z.boolean(),
  deleted_file: z.boolean(),
  diff: z.string(),
});
export type DiffEntryView = z.output<typeof DiffEntryView>;

/** The mode of the side that does not exist. */
const NO_MODE = '0';

export function presentDiffEntry({ oldPath, newPath, oldMode, newMode, renamed, patch }: FileDiff): DiffEntryView {
  return {
    old_path: oldPath,
    new_path: newPath,
    a_mode: oldMode ?? NO_MODE,
    b_mode: newMode ?? NO_MODE,
    new_file: oldMode === null,
    renamed_file: renamed,
    deleted_file: newMode === null,
    diff: patch,
  };
}

/** The commit record. Times keep the offset of the commit's author. */
export const CommitView = z.strictObject({
  id: z.string(),
  short_id: z.string(),
  title: z.string(),
  created_at: z.string(),
  parent_ids: z.array(z.string()),
  message: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  authored_date: z.string(),
  committer_name: z.string(),
  committer_email: z.string(),
  committed_date: z.string(),
});
export type CommitView = z.output<typeof CommitView>;

const SHORT_ID_LENGTH = 8;
/** Titles from this length on are cut ... */
const LONG_TITLE = 100;
/** ... at the last space up to here. */
const CUT_TITLE = 80;
const NO_MESSAGE = '--no commit message';

export function presentCommit(commit: CommitCard): CommitView {
  const { id, author, committer, message, parents } = commit;
  const committed = presentTime(committer);
  return {
    id,
    short_id: id.slice(0, SHORT_ID_LENGTH),
    title: titleOf(message),
    created_at: committed,
    parent_ids: [...parents],
    message,
    author_name: author.name,
    author_email: author.email,
    authored_date: presentTime(author),
    committer_name: committer.name,
    committer_email: committer.email,
    committed_date: committed,
  };
}

/** The first line of a message, cut at a space where it is long. */
export function titleOf(message: string): string {
  if (message.trim() === '') return NO_MESSAGE;
  const [line] = message.split(/\r?\n/, 1);
  const characters = [...line!];
  if (characters.length < LONG_TITLE) return line!;
  const space = characters.lastIndexOf(' ', CUT_TITLE);
  return `${characters.slice(0, space > 0 ? space : CUT_TITLE).join('')}…`;
}

/** Template of a file or text, in a list. */
export const TemplateNameView = z.strictObject({
  key: z.string().describe('Name of the template in a path'),
  name: z.string().describe('Name of the template'),
});
export type TemplateNameView = z.output<typeof TemplateNameView>;

/** Template of a file or text. */
export const TemplateView = z.strictObject({
  name: z.string().describe('Name of the template'),
  content: z.string().describe('Text of the template'),
});
export type TemplateView = z.output<typeof TemplateView>;
