import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { EndpointCall } from '@hearth/http';
import { ResourceEvents, type EventUser } from '@hearth/issuable';
import type { LabelCard, Milestone } from '@hearth/projects-contracts';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { IssuesStore } from '../issues/issues.store.js';
import { LabelsStore } from '../labels/labels.store.js';
import { MilestonesStore } from '../milestones/milestones.store.js';

/** Events of issues. */
@Injectable()
export class IssueResourceEvents extends ResourceEvents {
  constructor(
    private readonly db: Database,
    private readonly issueFacts: IssueFacts,
    private readonly issuesStore: IssuesStore,
    private readonly labelsStore: LabelsStore,
    private readonly milestonesStore: MilestonesStore,
  ) {
    super();
  }

  /** @throws IssueNotFound */
  async resourceId({ project, user }: EndpointCall<object>, iid: number): Promise<number> {
    return (await this.issueFacts.one(project.project.id, iid, issueCaller(user, project))).id;
  }

  labels(ids: readonly number[]): Promise<readonly LabelCard[]> {
    return this.labelsStore.byIds(this.db, ids);
  }

  milestones(ids: readonly number[]): Promise<readonly Milestone[]> {
    return this.milestonesStore.byIds(this.db, ids);
  }

  async users(ids: readonly UserId[]): Promise<ReadonlyMap<number, EventUser>> {
    const people = await this.issuesStore.people(this.db, ids);
    return new Map(people.map((person) => [person.id, person] as const));
  }
}
