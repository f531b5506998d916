import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserReference } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { UserNotFound } from '@hearth/identity-contracts';
import { Page, type PageRequest } from '@hearth/http';
import {
  MergeRequestNotesByIdsQuery,
  MergeRequestsByIdsQuery,
  type MergeRequestCard,
  type MergeRequestNote,
} from '@hearth/merge-requests-contracts';
import { CommitCommentsByIdsQuery, type CommitComment } from '@hearth/repository-contracts';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { OwnersStore } from '../namespaces/owners.store.js';
import { ActivityFinder, type ActivityRecord, type ActivityScope } from './activity.finder.js';
import type { ActivityFilters, ActivityKind } from './activity.rules.js';

/** An activity with the records of other services that it is about. */
export interface ActivityFact {
  readonly record: ActivityRecord;
  readonly mergeRequest?: MergeRequestCard | undefined;
  readonly mergeRequestNote?: MergeRequestNote | undefined;
  readonly commitComment?: CommitComment | undefined;
}

/** Activities as they are presented. */
@Injectable()
export class ActivityFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly activityFinder: ActivityFinder,
    private readonly ownersStore: OwnersStore,
  ) {}

  /** Returns a page of activities. Those about a merge request or a note that was deleted since are left out. */
  async page(
    caller: ProjectsCaller,
    scope: ActivityScope,
    filters: ActivityFilters,
    request: PageRequest,
  ): Promise<Page<ActivityFact>> {
    const page = await this.activityFinder.page(this.db, caller, scope, filters, request);
    return new Page(await this.about(page.items), page.request, page.total);
  }

  /** The same for the contributions of a user. @throws UserNotFound */
  async pageOfUser(
    caller: ProjectsCaller,
    user: UserReference,
    filters: ActivityFilters,
    request: PageRequest,
  ): Promise<Page<ActivityFact>> {
    if (!(await this.ownersStore.exists(this.db, user))) throw UserNotFound();
    return this.page(caller, { of: 'user', user }, filters, request);
  }

  private async about(records: readonly ActivityRecord[]): Promise<ActivityFact[]> {
    const noteIds = (kind: ActivityKind) =>
      records.flatMap((record) => (record.kind === kind ? (record.foreignNoteId ?? []) : []));
    const mergeRequestIds = records.flatMap(({ mergeRequestId, foreignNoteId }) =>
      foreignNoteId === null ? (mergeRequestId ?? []) : [],
    );
    const [mergeRequests, notes, comments] = await Promise.all([
      this.mergeRequests(mergeRequestIds),
      this.mergeRequestNotes(noteIds('merge_request:noted')),
      this.commitComments(noteIds('commit:noted')),
    ]);
    return records.flatMap((record): ActivityFact[] => {
      const { kind, mergeRequestId, foreignNoteId } = record;
      if (kind === 'merge_request:noted')
        return found(notes.get(foreignNoteId!), (note) => ({ record, mergeRequestNote: note }));
      if (kind === 'commit:noted')
        return found(comments.get(foreignNoteId!), (comment) => ({ record, commitComment: comment }));
      if (mergeRequestId === null) return [{ record }];
      return found(mergeRequests.get(mergeRequestId), (mergeRequest) => ({ record, mergeRequest }));
    });
  }

  private async mergeRequests(ids: readonly number[]): Promise<ReadonlyMap<number, MergeRequestCard>> {
    if (ids.length === 0) return new Map();
    return byId((await this.calls.query(MergeRequestsByIdsQuery, { ids: [...new Set(ids)] })).mergeRequests);
  }

  private async mergeRequestNotes(ids: readonly number[]): Promise<ReadonlyMap<number, MergeRequestNote>> {
    if (ids.length === 0) return new Map();
    return byId((await this.calls.query(MergeRequestNotesByIdsQuery, { ids: [...ids] })).notes);
  }

  private async commitComments(ids: readonly number[]): Promise<ReadonlyMap<number, CommitComment>> {
    if (ids.length === 0) return new Map();
    return byId((await this.calls.query(CommitCommentsByIdsQuery, { ids: [...ids] })).comments);
  }
}

function byId<R extends { readonly id: number }>(records: readonly R[]): ReadonlyMap<number, R> {
  return new Map(records.map((record) => [record.id, record] as const));
}

function found<R>(record: R | undefined, fact: (record: R) => ActivityFact): ActivityFact[] {
  return record === undefined ? [] : [fact(record)];
}
