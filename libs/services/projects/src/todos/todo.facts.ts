import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import {
  MergeRequestNotesByIdsQuery,
  MergeRequestSummariesQuery,
  type MergeRequestSummary,
} from '@hearth/merge-requests-contracts';
import { IssuesFinder, type IssueRecord } from '../issues/issues.finder.js';
import { TodoNotFound } from '../refusals.js';
import type { TodoFilters, TodoOwner } from './todo.rules.js';
import { TodosFinder, type TodoRecord } from './todos.finder.js';

type ShownTarget =
  | { readonly type: 'Issue'; readonly issue: IssueRecord }
  | { readonly type: 'MergeRequest'; readonly mergeRequest: MergeRequestSummary };

/** A to-do item with the record that it is about. */
export interface TodoFact {
  readonly record: TodoRecord;
  readonly target: ShownTarget;
  /** Text of the note that names the user; null without one, and where it was deleted. */
  readonly noteBody: string | null;
}

/** To-do items as they are presented. */
@Injectable()
export class TodoFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly todosFinder: TodosFinder,
    private readonly issuesFinder: IssuesFinder,
  ) {}

  /** Returns a page of the caller's items, the newest first. Those on a merge request that was deleted since are left out. */
  async page(owner: TodoOwner, filters: TodoFilters, request: PageRequest): Promise<Page<TodoFact>> {
    const page = await this.todosFinder.page(this.db, owner, filters, request);
    return new Page(await this.described(owner, page.items), page.request, page.total);
  }

  /** Number of the caller's pending items, up to `most`. */
  countPending(owner: TodoOwner, most: number): Promise<number> {
    return this.todosFinder.countPending(this.db, owner, most);
  }

  /** One of the caller's items, in any state. @throws TodoNotFound */
  async one(owner: TodoOwner, id: number): Promise<TodoFact> {
    const record = await this.todosFinder.find(this.db, owner, id);
    const [fact] = record ? await this.described(owner, [record]) : [];
    if (!fact) throw TodoNotFound();
    return fact;
  }

  private async described(owner: TodoOwner, records: readonly TodoRecord[]): Promise<TodoFact[]> {
    const [issues, mergeRequests, notes] = await Promise.all([
      this.issues(owner, idsIn(records, 'issueId')),
      this.mergeRequests(idsIn(records, 'mergeRequestId')),
      this.mergeRequestNotes(idsIn(records, 'foreignNoteId')),
    ]);
    return records.flatMap((record): TodoFact[] => {
      const { issueId, mergeRequestId, foreignNoteId } = record;
      const issue = issueId === null ? undefined : issues.get(issueId);
      if (issue) return [{ record, target: { type: 'Issue', issue }, noteBody: record.noteBody }];
      const mergeRequest = mergeRequestId === null ? undefined : mergeRequests.get(mergeRequestId);
      if (!mergeRequest) return [];
      const noteBody = (foreignNoteId !== null && notes.get(foreignNoteId)?.body) || null;
      return [{ record, target: { type: 'MergeRequest', mergeRequest }, noteBody }];
    });
  }

  private async issues(owner: TodoOwner, ids: readonly number[]) {
    return byId(await this.issuesFinder.byIds(this.db, owner, ids));
  }

  private async mergeRequests(ids: readonly number[]) {
    if (ids.length === 0) return new Map<number, MergeRequestSummary>();
    return byId((await this.calls.query(MergeRequestSummariesQuery, { ids: [...ids], numbers: [] })).mergeRequests);
  }

  private async mergeRequestNotes(ids: readonly number[]) {
    if (ids.length === 0) return new Map<number, { readonly body: string }>();
    return byId((await this.calls.query(MergeRequestNotesByIdsQuery, { ids: [...ids] })).notes);
  }
}

function idsIn(records: readonly TodoRecord[], key: 'issueId' | 'mergeRequestId' | 'foreignNoteId'): number[] {
  return [...new Set(records.flatMap((record) => record[key] ?? []))];
}

function byId<R extends { readonly id: number }>(records: readonly R[]): ReadonlyMap<number, R> {
  return new Map(records.map((record) => [record.id, record] as const));
}
