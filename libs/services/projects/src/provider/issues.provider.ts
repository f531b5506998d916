import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { referencesIn } from '@hearth/notes';
import { IssueMergeRequestsQuery } from '@hearth/projects-contracts';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { CrossReferencesStore } from '../cross-references/cross-references.store.js';
import { issueCaller } from '../issues/issue.rules.js';
import { IssuesStore } from '../issues/issues.store.js';

const MOST = 200;

/** Answers what other services ask about issues. */
@Controller()
export class IssuesProvider {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly crossReferencesStore: CrossReferencesStore,
  ) {}

  @Answers(IssueMergeRequestsQuery)
  async mergeRequests({
    projectId,
    iid,
    caller,
  }: InputOf<typeof IssueMergeRequestsQuery>): Promise<OutputOf<typeof IssueMergeRequestsQuery>> {
    const user = accessUser(caller);
    const [access] = await this.accessStore.resolve(this.db, { projects: [{ id: projectId }], user });
    if (!access || !may(abilities.readIssue, access, caller)) return { mergeRequests: null };
    const issue = await this.issuesStore.find(this.db, projectId, iid, issueCaller(caller, access));
    if (!issue) return { mergeRequests: null };
    const own = access.project.fullPath.toLowerCase();
    const named = referencesIn(issue.description ?? '', 'mergeRequest').filter(
      ({ path }) => path === null || path.toLowerCase() === own,
    );
    const mentioning = await this.crossReferencesStore.mergeRequests(this.db, issue.id, MOST);
    const all = [...mentioning, ...named.map((reference) => ({ projectId, iid: reference.iid }))];
    const unique = new Map(all.map((one) => [`${one.projectId} ${one.iid}`, one] as const));
    return { mergeRequests: [...unique.values()].slice(0, MOST) };
  }
}
