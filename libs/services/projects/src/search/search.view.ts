import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import type { PublicAddresses } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import type { ReferenceOrigin } from '@hearth/issuable';
import { MergeRequestView } from '@hearth/merge-requests-contracts';
import { MilestoneView, presentMilestone } from '@hearth/projects-contracts';
import { CommitView } from '@hearth/repository-contracts';
import { z } from 'zod';
import { ListedIssueView, presentListedIssue } from '../issues/issue.view.js';
import { BasicProjectView, presentSimpleProject } from '../projects/project.view.js';
import { FoundBlobView } from './found-blob.view.js';
import type { FoundRecords } from './search.facts.js';

/** Record that was found: the same as in the lists of its kind. */
export const FoundView = z.union([BasicProjectView, ListedIssueView, MergeRequestView, MilestoneView, UserBasicView]);
export type FoundView = z.output<typeof FoundView>;

/** Record that was found in a project, where commits and files are searched, too. */
export const FoundInProjectView = z.union([FoundView, CommitView, FoundBlobView]);
export type FoundInProjectView = z.output<typeof FoundInProjectView>;

/**
 * @param at addresses that the client used
 * @param from project or group of the search, or null
 */
export function presentFound(found: FoundRecords, at: PublicAddresses, from: ReferenceOrigin): Page<FoundView> {
  switch (found.scope) {
    case 'projects':
      return found.page.map((project) => presentSimpleProject(project, at));
    case 'issues':
      return found.page.map((issue) => presentListedIssue(issue, at.baseUrl, from));
    case 'milestones':
      return found.page.map(presentMilestone);
    case 'users':
      return found.page.map((user) => presentUserBasic(user, at.baseUrl));
  }
}
