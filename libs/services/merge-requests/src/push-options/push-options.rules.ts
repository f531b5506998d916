import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';

/** Longest title of a merge request. */
const LONGEST_TITLE = 255;
/** Most labels, and most users, that one push names; most assignees that a merge request then has. */
export const MOST_NAMES = 100;
const DRAFT = 'Draft: ';
const OPTION = /^(?:merge_request|mr)\.(?<key>[^=]+)(?:=(?<value>.*))?$/s;
const KEYS = [
  ...['create', 'target', 'target_project', 'title', 'description', 'draft', 'remove_source_branch', 'squash'],
  ...['merge_when_pipeline_succeeds', 'auto_merge', 'label', 'unlabel', 'assign', 'unassign', 'milestone'],
];

/** Options of a push about the merge request of its branch. */
export interface MergeRequestOptions {
  /** Whether a missing merge request is opened; others are only changed. */
  readonly creates: boolean;
  readonly targetBranch: string | undefined;
  /** Full path. */
  readonly targetProject: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly draft: boolean;
  /** Undefined, as `squash`, where the push says nothing. */
  readonly removeSourceBranch: true | undefined;
  readonly squash: true | undefined;
  readonly autoMerge: boolean;
  readonly labels: readonly string[];
  readonly unlabels: readonly string[];
  /** Ids or usernames. */
  readonly assign: readonly string[];
  readonly unassign: readonly string[];
  /** Title. */
  readonly milestone: string | undefined;
}

/** Reads the options of a push about merge requests; undefined where there are none. As in the reference, unknown ones are ignored. */
export function mergeRequestOptions(options: readonly string[]): MergeRequestOptions | undefined {
  const given = options.flatMap((option) => {
    const { key = '', value = '' } = OPTION.exec(option)?.groups ?? {};
    return KEYS.includes(key) ? [{ key, value }] : [];
  });
  if (given.length === 0) return undefined;
  const has = (key: string) => given.some((each) => each.key === key);
  const last = (key: string) => given.findLast((each) => each.key === key)?.value || undefined;
  const all = (key: string) =>
    [...new Set(given.flatMap((each) => (each.key === key && each.value !== '' ? [each.value] : [])))].slice(
      0,
      MOST_NAMES,
    );
  return {
    creates: has('create'),
    targetBranch: last('target'),
    targetProject: last('target_project'),
    title: last('title'),
    // A push option has one line: clients write the two characters for a new one.
    description: last('description')?.replaceAll('\\n', '\n'),
    draft: has('draft'),
    removeSourceBranch: has('remove_source_branch') || undefined,
    squash: has('squash') || undefined,
    autoMerge: has('auto_merge') || has('merge_when_pipeline_succeeds'),
    labels: all('label'),
    unlabels: all('unlabel'),
    assign: all('assign'),
    unassign: all('unassign'),
    milestone: last('milestone'),
  };
}

/** Returns the title, with the mark of a draft if it has to be one. */
export function titleOf(title: string, draft: boolean): string {
  return draft && !isWorkInProgress(title) ? `${DRAFT}${title}` : title;
}

/** Returns title and description for a merge request of a commit; the title has room for the mark of a draft. @param branch the title without a commit message */
export function textsOf(
  message: string,
  branch: string,
): { readonly title: string; readonly description: string | null } {
  const [subject = '', ...body] = message.trim().split('\n');
  const description = body.join('\n').trim();
  return {
    title:
      subject
        .trim()
        .slice(0, LONGEST_TITLE - DRAFT.length)
        .toWellFormed() || branch,
    description: description === '' ? null : description,
  };
}
