import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { projectsCaller } from '../access/projects-caller.js';
import { below } from '../groups/group-projects.finder.js';
import { IssueFacts } from '../issues/issue.facts.js';
import type { IssueScope } from '../issues/issue.rules.js';
import type { IssueRecord, PersonRecord } from '../issues/issues.finder.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { EVERY_PROJECT } from '../projects/project-list.rules.js';
import type { ProjectFilters } from '../projects/projects.finder.js';
import type { ListedProject } from '../projects/projects.store.js';
import { SearchFinder } from './search.finder.js';
import type { Searched } from './search.params.js';
import type { SearchPlace } from './search.rules.js';

/** Records of one scope that were found. */
export type FoundRecords =
  | { readonly scope: 'projects'; readonly page: Page<ListedProject> }
  | { readonly scope: 'issues'; readonly page: Page<IssueRecord> }
  | { readonly scope: 'milestones'; readonly page: Page<MilestoneRecord> }
  | { readonly scope: 'users'; readonly page: Page<PersonRecord> };

const NEWEST_PROJECTS: ProjectFilters = { ...EVERY_PROJECT, orderBy: 'id', sort: 'desc' };

/** Searches. */
@Injectable()
export class SearchFacts {
  constructor(
    private readonly db: Database,
    private readonly searchFinder: SearchFinder,
    private readonly projectFacts: ProjectFacts,
    private readonly issueFacts: IssueFacts,
  ) {}

  /** Returns a page of the records that are visible to the caller. */
  async find(
    place: SearchPlace,
    { scope, search, filters }: Searched,
    caller: Principal,
    request: PageRequest,
  ): Promise<FoundRecords> {
    switch (scope) {
      case 'projects': {
        const within = place.of === 'group' ? below(place.groupId) : undefined;
        return { scope, page: await this.projectFacts.page(caller, { ...NEWEST_PROJECTS, search }, request, within) };
      }
      case 'issues': {
        const issues = issueScope(place);
        if (!issues) return { scope, page: new Page<IssueRecord>([], request, 0) };
        const asked = { ...filters, search, orderBy: 'created_at', sort: 'desc' } as const;
        return { scope, page: await this.issueFacts.page(projectsCaller(caller), issues, asked, request) };
      }
      case 'milestones': {
        const asked = { place, search };
        return { scope, page: await this.searchFinder.milestones(this.db, projectsCaller(caller), asked, request) };
      }
      case 'users':
        return { scope, page: await this.searchFinder.users(this.db, search, request) };
    }
  }
}

/** Returns the scope of the issues; undefined where the caller reads none. */
function issueScope(place: SearchPlace): IssueScope | undefined {
  if (place.of !== 'project') return place;
  const { projectId, readsIssues } = place;
  return readsIssues === 'none' ? undefined : { of: 'project', projectId, readsAll: readsIssues === 'confidential' };
}
