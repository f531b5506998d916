import { may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import { issueCaller } from '../issues/issue.rules.js';

/** Kinds of records that are searched everywhere, in a group and in a project. */
export const SCOPES = {
  everywhere: ['projects', 'issues', 'merge_requests', 'milestones', 'users'],
  group: ['projects', 'issues', 'merge_requests', 'milestones'],
  project: ['issues', 'merge_requests', 'milestones'],
} as const;
export type SearchScope = (typeof SCOPES)['everywhere'][number];
/** Kinds that this service has. */
export type OwnScope = Exclude<SearchScope, 'merge_requests'>;

/** Place of a search. */
export type SearchPlace =
  | { readonly of: 'everything' }
  | { readonly of: 'group'; readonly groupId: number; readonly fullPath: string }
  | {
      readonly of: 'project';
      readonly projectId: ProjectId;
      readonly fullPath: string;
      /** Whether the caller reads issues of the project; `confidential`: all of them. */
      readonly readsIssues: 'none' | 'open' | 'confidential';
    };

/** Returns the search of a project, with the issues that the caller reads in it. */
export function inProject(access: ProjectAccess, caller: Principal): Extract<SearchPlace, { readonly of: 'project' }> {
  const { id: projectId, fullPath } = access.project;
  const reads = issueCaller(caller, access).readsAll ? 'confidential' : 'open';
  return { of: 'project', projectId, fullPath, readsIssues: may(abilities.readIssue, access, caller) ? reads : 'none' };
}
