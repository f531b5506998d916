import type { ProjectId } from '@hearth/contract-kit';

/** Kinds of records that are searched everywhere, in a group and in a project. */
export const SCOPES = {
  everywhere: ['projects', 'issues', 'milestones', 'users'],
  group: ['projects', 'issues', 'milestones'],
  project: ['issues', 'milestones'],
} as const;
export type SearchScope = (typeof SCOPES)['everywhere'][number];

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
