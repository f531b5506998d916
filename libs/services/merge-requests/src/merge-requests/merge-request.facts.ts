import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { may } from '@hearth/access';
import type { PipelineCard } from '@hearth/ci-contracts';
import type { Principal, ProjectAccess, ProjectCard, ProjectId, UserId } from '@hearth/contract-kit';
import { type UserCard } from '@hearth/identity-contracts';
import {
  FindProjectReadersQuery,
  LabelsByIdsQuery,
  MilestonesByIdsQuery,
  type LabelCard,
  type Milestone,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CollaborationsFacts } from '../collaborations/collaborations.facts.js';
import { MergeRequestNotFound } from '../refusals.js';
import { canIn, requireAllowedIn } from './merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestRecord, type Reviewer } from './merge-requests.store.js';
import { CheckMergeability } from '../mergeability/check-mergeability.js';
import { HeadPipelinesFacts } from '../mergeability/head-pipelines.facts.js';
import { MergeAccessFacts } from '../mergeability/merge-access.facts.js';
import { PeopleFacts } from './people.facts.js';

/** Merge request as a complete record. */
export interface MergeRequestFact {
  readonly record: MergeRequestRecord;
  /** The target. */
  readonly project: ProjectCard;
  readonly author: UserCard;
  readonly assignees: readonly UserCard[];
  readonly reviewers: readonly UserCard[];
  readonly mergedBy: UserCard | null;
  /** User who merged it, or has set its automatic merge. */
  readonly mergeUser: UserCard | null;
  readonly closedBy: UserCard | null;
  /** In the order of their names. */
  readonly labels: readonly LabelCard[];
  readonly milestone: Milestone | null;
  /** Newest pipeline of the head; only queried where it decides about merging. */
  readonly pipeline: PipelineCard | null;
  /** Whether members of the target may push to the source branch. */
  readonly allowsCollaboration: boolean;
}

/** Merge request with the additional fields of its single read. */
export interface DetailedMergeRequest extends MergeRequestFact {
  readonly subscribed: boolean;
  /** Whether the caller may merge into the target branch. */
  readonly canMerge: boolean;
  /** Whether the caller may see its pipeline. */
  readonly showsPipeline: boolean;
}

/** Merge request records for answers. */
@Injectable()
export class MergeRequestFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly peopleFacts: PeopleFacts,
    private readonly checkMergeability: CheckMergeability,
    private readonly mergeAccessFacts: MergeAccessFacts,
    private readonly headPipelinesFacts: HeadPipelinesFacts,
    private readonly collaborationsFacts: CollaborationsFacts,
  ) {}

  /**
   * A merge request into a project, if the caller may read it.
   * @throws MergeRequestNotFound, Forbidden
   */
  async one(access: ProjectAccess, iid: number, caller: Principal): Promise<MergeRequestRecord> {
    const record = await this.mergeRequestsStore.find(this.db, access.project.id, iid);
    if (!record) throw MergeRequestNotFound();
    requireAllowedIn(abilities.readMergeRequest, access, caller, record);
    return record;
  }

  /**
   * Id of a merge request into a project, if the caller may read it.
   * @throws MergeRequestNotFound, Forbidden
   */
  async idOf(access: ProjectAccess, iid: number, caller: Principal): Promise<number> {
    const standing = await this.mergeRequestsStore.findStanding(this.db, access.project.id, iid);
    if (!standing) throw MergeRequestNotFound();
    requireAllowedIn(abilities.readMergeRequest, access, caller, standing);
    return standing.id;
  }

  /**
   * Checks that a merge request is visible to the caller. For guests of a private project, merging and deleting answer as if it did not exist;
   * reading answers 403.
   * @throws MergeRequestNotFound
   */
  async requireVisible(access: ProjectAccess, iid: number, caller: Principal): Promise<void> {
    const standing = await this.mergeRequestsStore.findStanding(this.db, access.project.id, iid);
    if (!standing || !canIn(abilities.readMergeRequest, access, caller, standing)) throw MergeRequestNotFound();
  }

  /** @throws MergeRequestNotFound, Forbidden */
  async detailed(access: ProjectAccess, iid: number, caller: Principal): Promise<DetailedMergeRequest> {
    return this.detail(await this.one(access, iid, caller), access, caller);
  }

  /** @param record as `one` returns it */
  async detail(record: MergeRequestRecord, access: ProjectAccess, caller: Principal): Promise<DetailedMergeRequest> {
    const showsPipeline = may(abilities.readPipeline, access, caller);
    const [[fact], subscribed, checked, canMerge, pipelines] = await Promise.all([
      this.describe([record], () => access.project),
      this.mergeRequestsStore.isSubscribed(this.db, record.id, caller.userId as UserId),
      this.checkMergeability.execute(record),
      this.mergeAccessFacts.mayMerge(record, access, caller),
      showsPipeline ? this.headPipelinesFacts.of([record]) : new Map<number, PipelineCard>(),
    ]);
    const pipeline = pipelines.get(record.id) ?? fact!.pipeline;
    return { ...fact!, record: { ...record, ...checked }, subscribed, canMerge, pipeline, showsPipeline };
  }

  /**
   * Reviewers of a merge request.
   * @throws MergeRequestNotFound, Forbidden
   */
  async reviewers(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
  ): Promise<(Pick<Reviewer, 'createdAt' | 'approved'> & { user: UserCard })[]> {
    const id = await this.idOf(access, iid, caller);
    const asked = await this.mergeRequestsStore.reviewers(this.db, id);
    const people = await this.peopleFacts.byIds(asked.map(({ userId }) => userId));
    return asked.flatMap(({ userId, createdAt, approved }) => {
      const user = people.get(userId);
      return user ? [{ user, createdAt, approved }] : [];
    });
  }

  /**
   * Participants of a merge request who may read the target.
   * @throws MergeRequestNotFound, Forbidden
   */
  async participants(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    request: PageRequest,
  ): Promise<Page<UserCard>> {
    const id = await this.idOf(access, iid, caller);
    const page = await this.mergeRequestsStore.participants(this.db, id, request);
    const ids = page.items.map(({ userId }) => userId);
    if (ids.length === 0) return new Page<UserCard>([], request, page.total);
    const { users } = await this.calls.query(FindProjectReadersQuery, {
      projectId: access.project.id,
      ids,
      usernames: [],
    });
    const people = await this.peopleFacts.byIds(users.map((user) => user.id));
    const readers = ids.flatMap((userId) => people.get(userId) ?? []);
    return new Page(readers, request, page.total);
  }

  /**
   * Describes the records with their users, labels and milestones, at most 100.
   * @param cardOf card of a target project
   */
  async describe(
    records: readonly MergeRequestRecord[],
    cardOf: (projectId: ProjectId) => ProjectCard,
  ): Promise<MergeRequestFact[]> {
    const needsPipeline = records.filter(
      ({ state, targetProjectId }) => state === 'opened' && cardOf(targetProjectId).onlyAllowMergeIfPipelineSucceeds,
    );
    const [people, pipelines, labels, milestones, collaborations] = await Promise.all([
      this.peopleFacts.byIds(records.flatMap(peopleOf)),
      this.headPipelinesFacts.of(needsPipeline),
      this.labels(records.flatMap(({ labelIds }) => labelIds)),
      this.milestones(records.flatMap(({ milestoneId }) => (milestoneId === null ? [] : [milestoneId]))),
      this.collaborationsFacts.allowedAmong(records, cardOf),
    ]);
    const person = (id: UserId | null) => (id !== null && people.get(id)) || null;
    return records.map((record) => ({
      record,
      project: cardOf(record.targetProjectId),
      author: people.get(record.authorId)!,
      assignees: record.assigneeIds.flatMap((id) => people.get(id) ?? []),
      reviewers: record.reviewerIds.flatMap((id) => people.get(id) ?? []),
      mergedBy: person(record.mergedById),
      mergeUser: person(record.mergedById ?? record.autoMergeUserId),
      closedBy: person(record.closedById),
      pipeline: pipelines.get(record.id) ?? null,
      labels: record.labelIds.flatMap((id) => labels.get(id) ?? []).sort(byName),
      milestone: (record.milestoneId !== null && milestones.get(record.milestoneId)) || null,
      allowsCollaboration: collaborations.has(record.id),
    }));
  }

  private async labels(ids: readonly number[]): Promise<ReadonlyMap<number, LabelCard>> {
    if (ids.length === 0) return new Map();
    const { labels } = await this.calls.query(LabelsByIdsQuery, { ids: [...new Set(ids)] });
    return new Map(labels.map((label) => [label.id, label]));
  }

  private async milestones(ids: readonly number[]): Promise<ReadonlyMap<number, Milestone>> {
    if (ids.length === 0) return new Map();
    const { milestones } = await this.calls.query(MilestonesByIdsQuery, { ids: [...new Set(ids)] });
    return new Map(milestones.map((milestone) => [milestone.id, milestone]));
  }
}

function byName(one: LabelCard, other: LabelCard): number {
  return one.name < other.name ? -1 : 1;
}

/** Users in the record of a merge request. */
function peopleOf(record: MergeRequestRecord): number[] {
  const { authorId, assigneeIds, reviewerIds, mergedById, autoMergeUserId, closedById } = record;
  const actors = [mergedById, mergedById ?? autoMergeUserId, closedById].filter((id) => id !== null);
  return [authorId, ...assigneeIds, ...reviewerIds, ...actors];
}
