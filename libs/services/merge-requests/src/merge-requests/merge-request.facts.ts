import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId, UserId } from '@hearth/contract-kit';
import { type UserCard } from '@hearth/identity-contracts';
import {
  FindProjectReadersQuery,
  LabelsByIdsQuery,
  MilestonesByIdsQuery,
  type Milestone,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound } from '../refusals.js';
import { canIn, requireAllowedIn } from './merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestRecord } from './merge-requests.store.js';
import { CheckMergeability } from '../merges/check-mergeability.js';
import { PeopleFacts } from './people.facts.js';

/** Merge request as a complete record. */
export interface MergeRequestFact {
  readonly record: MergeRequestRecord;
  /** Full path of the target project. */
  readonly projectPath: string;
  readonly author: UserCard;
  readonly assignee: UserCard | null;
  /** Names, sorted. */
  readonly labels: readonly string[];
  readonly milestone: Milestone | null;
}

/** Merge request with the additional fields of its single read. */
export interface DetailedMergeRequest extends MergeRequestFact {
  readonly subscribed: boolean;
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
   * Checks that a merge request is visible to the caller. For guests of a private project, merging and deleting answer as if it did not exist;
   * reading answers 403.
   * @throws MergeRequestNotFound
   */
  async requireVisible(access: ProjectAccess, iid: number, caller: Principal): Promise<void> {
    const record = await this.mergeRequestsStore.find(this.db, access.project.id, iid);
    if (!record || !canIn(abilities.readMergeRequest, access, caller, record)) throw MergeRequestNotFound();
  }

  /** @throws MergeRequestNotFound, Forbidden */
  async detailed(access: ProjectAccess, iid: number, caller: Principal): Promise<DetailedMergeRequest> {
    const record = await this.one(access, iid, caller);
    const [[fact], subscribed, mergeStatus] = await Promise.all([
      this.describe([record], () => access.project.fullPath),
      this.mergeRequestsStore.isSubscribed(this.db, record.id, caller.userId as UserId),
      this.checkMergeability.execute(record),
    ]);
    return { ...fact!, record: { ...record, mergeStatus }, subscribed };
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
    const { id } = await this.one(access, iid, caller);
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
   * @param pathOf full path of a target project
   */
  async describe(
    records: readonly MergeRequestRecord[],
    pathOf: (projectId: ProjectId) => string,
  ): Promise<MergeRequestFact[]> {
    const [people, labels, milestones] = await Promise.all([
      this.peopleFacts.byIds(
        records.flatMap(({ authorId, assigneeId }) => [authorId, ...(assigneeId ? [assigneeId] : [])]),
      ),
      this.labelNames(records.flatMap(({ labelIds }) => labelIds)),
      this.milestones(records.flatMap(({ milestoneId }) => (milestoneId === null ? [] : [milestoneId]))),
    ]);
    return records.map((record) => ({
      record,
      projectPath: pathOf(record.targetProjectId),
      author: people.get(record.authorId)!,
      assignee: (record.assigneeId && people.get(record.assigneeId)) || null,
      labels: record.labelIds.flatMap((id) => labels.get(id) ?? []).sort(),
      milestone: (record.milestoneId !== null && milestones.get(record.milestoneId)) || null,
    }));
  }

  private async labelNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const { labels } = await this.calls.query(LabelsByIdsQuery, { ids: [...new Set(ids)] });
    return new Map(labels.map(({ id, name }) => [id, name]));
  }

  private async milestones(ids: readonly number[]): Promise<ReadonlyMap<number, Milestone>> {
    if (ids.length === 0) return new Map();
    const { milestones } = await this.calls.query(MilestonesByIdsQuery, { ids: [...new Set(ids)] });
    return new Map(milestones.map((milestone) => [milestone.id, milestone]));
  }
}
