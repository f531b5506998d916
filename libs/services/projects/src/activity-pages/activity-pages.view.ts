import type { GroupAccess, ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import {
  encodedPath,
  pageLinks,
  presentPageGroup,
  presentPageProject,
  type PageGroup,
  type PageLinks,
  type PagePerson,
  type PageProject,
} from '@hearth/pages';
import type { ActivityFact } from '../activity/activity.facts.js';
import { actionNameOf, type RecordedPush } from '../activity/activity.rules.js';
import { noteAddress } from '../notes/note-address.js';

interface ActivityPage {
  readonly title: string;
  readonly heading: string;
  readonly activities: readonly ActivityRow[];
  readonly pager: PageLinks;
}

/** Activity of a user, as a sentence: `Jane opened issue #3 The door`. */
export interface ActivityRow {
  readonly author: PagePerson;
  readonly action: string;
  /** Null: the project itself. */
  readonly target: { readonly kind: string; readonly name: string; readonly address: string | null } | null;
  /** Title of the target, or of the newest commit of a push. */
  readonly title: string | null;
  readonly note: string | null;
  /** Full path. */
  readonly project: string;
  readonly createdAt: Date;
}

export interface ActivityPageData {
  readonly 'project-activity': ActivityPage & { readonly project: PageProject };
  readonly 'group-activity': ActivityPage & { readonly group: PageGroup };
  readonly 'user-activity': ActivityPage & { readonly username: string };
}

export function presentProjectActivity(
  access: ProjectAccess,
  page: Page<ActivityFact>,
): ActivityPageData['project-activity'] {
  const project = presentPageProject(access, 'activity');
  const list = presentList(page, `Activity · ${project.fullPath}`, `${project.address}/-/activity`);
  return { ...list, heading: 'Activity', project };
}

export function presentGroupActivity(
  access: GroupAccess,
  page: Page<ActivityFact>,
): ActivityPageData['group-activity'] {
  const group = presentPageGroup(access, 'activity');
  const list = presentList(page, `Activity · ${group.fullPath}`, `${group.pages}/activity`);
  return { ...list, heading: 'Activity', group };
}

export function presentUserActivity(username: string, page: Page<ActivityFact>): ActivityPageData['user-activity'] {
  const heading = `Activity of @${username}`;
  return { ...presentList(page, heading, `/users/${username}/activity`), heading, username };
}

function presentList(page: Page<ActivityFact>, title: string, address: string): Omit<ActivityPage, 'heading'> {
  return { title, activities: page.items.map(presentActivityRow), pager: pageLinks(page, address) };
}

/** Length of the text of a note in a list. */
const MOST_NOTE = 300;

export function presentActivityRow(fact: ActivityFact): ActivityRow {
  const { kind, author, push, createdAt, projectPath, note } = fact.record;
  const body = note?.body ?? fact.mergeRequestNote?.body ?? fact.commitComment?.note ?? null;
  return {
    author,
    action: actionNameOf(kind, fact.record),
    target: push ? refTarget(push, projectPath) : targetOf(fact),
    title: push ? push.commitTitle : titleOf(fact),
    note: body !== null && body.length > MOST_NOTE ? `${body.slice(0, MOST_NOTE - 1).trimEnd()}…` : body,
    project: projectPath,
    createdAt,
  };
}

function refTarget({ refType, ref, to }: RecordedPush, project: string): ActivityRow['target'] {
  return { kind: refType, name: ref, address: to === null ? null : `/${project}/-/commits/${encodedPath(ref)}` };
}

function titleOf({ record, mergeRequest, mergeRequestNote }: ActivityFact): string | null {
  return (mergeRequest ?? mergeRequestNote?.mergeRequest ?? record.target)?.title ?? null;
}

/** Pages of the targets: the name of one, and the folder and sign of its address. */
const PAGES = {
  issue: { kind: 'issue', folder: 'issues', sign: '#' },
  merge_request: { kind: 'merge request', folder: 'merge_requests', sign: '!' },
  milestone: { kind: 'milestone', folder: 'milestones', sign: '%' },
  snippet: { kind: 'snippet', folder: 'snippets', sign: '$' },
} as const;

function targetOf(fact: ActivityFact): ActivityRow['target'] {
  const { record, mergeRequest, mergeRequestNote, commitComment } = fact;
  const { kind, target, projectPath, note } = record;
  const pages = `/${projectPath}/-`;
  if (commitComment) {
    const { commitId, id } = commitComment;
    return { kind: 'commit', name: commitId.slice(0, 8), address: `${pages}/commit/${commitId}#note_${id}` };
  }
  const subject = kind.split(':')[0] as keyof typeof PAGES | 'project' | 'member' | 'commit' | 'push';
  const page = subject in PAGES ? PAGES[subject as keyof typeof PAGES] : null;
  if (!page) return null;
  const named = mergeRequest ?? mergeRequestNote?.mergeRequest ?? target;
  if (!named) return { kind: page.kind, name: '', address: null };
  const number = named.iid ?? named.id;
  const noteId = note?.id ?? mergeRequestNote?.id;
  const address = `${pages}/${page.folder}/${number}`;
  const name = `${page.sign}${number}`;
  return { kind: page.kind, name, address: noteId === undefined ? address : noteAddress(address, noteId) };
}
