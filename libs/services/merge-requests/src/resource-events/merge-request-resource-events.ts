import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserId } from '@hearth/contract-kit';
import type { EndpointCall } from '@hearth/http';
import { ResourceEvents, type EventUser } from '@hearth/issuable';
import { LabelsByIdsQuery, MilestonesByIdsQuery, type LabelCard, type Milestone } from '@hearth/projects-contracts';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';

/** Events of merge requests. */
@Injectable()
export class MergeRequestResourceEvents extends ResourceEvents {
  constructor(
    private readonly calls: Calls,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly peopleFacts: PeopleFacts,
  ) {
    super();
  }

  /** @throws MergeRequestNotFound, Forbidden */
  async resourceId({ project, user }: EndpointCall<object>, iid: number): Promise<number> {
    return this.mergeRequestFacts.idOf(project, iid, user);
  }

  async labels(ids: readonly number[]): Promise<readonly LabelCard[]> {
    return (await this.calls.query(LabelsByIdsQuery, { ids: [...ids] })).labels;
  }

  async milestones(ids: readonly number[]): Promise<readonly Milestone[]> {
    return (await this.calls.query(MilestonesByIdsQuery, { ids: [...ids] })).milestones;
  }

  users(ids: readonly UserId[]): Promise<ReadonlyMap<number, EventUser>> {
    return this.peopleFacts.byIds(ids);
  }
}
