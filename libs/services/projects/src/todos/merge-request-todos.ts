import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Job, Jobs, type JobDataOf } from '@hearth/jobs';
import {
  DescribeMergeRequestQuery,
  MergeRequestNotesByIdsQuery,
  type HeadPipelineFinishedEvent,
  type MergeRequestCreatedEvent,
  type MergeRequestMergedEvent,
  type MergeRequestNoteSavedEvent,
  type MergeRequestUpdatedEvent,
} from '@hearth/merge-requests-contracts';
import { RecordTodosJob } from '../jobs.js';
import { AddTodos } from './add.js';
import { addedIds } from './todo.rules.js';
import { TodosStore } from './todos.store.js';

type Updated = EventDataOf<typeof MergeRequestUpdatedEvent>;

/** Keeps to-do items in step with merge requests, by their events. */
@Injectable()
export class MergeRequestTodos {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly jobs: Jobs,
    private readonly addTodos: AddTodos,
    private readonly todosStore: TodosStore,
  ) {}

  /** Its texts and users are read by a job: they belong to another service. */
  async created(tx: Tx, created: EventDataOf<typeof MergeRequestCreatedEvent>): Promise<void> {
    const { projectId, mergeRequestId, userId } = created;
    if (userId !== null) await this.jobs.add(tx, RecordTodosJob, { projectId, mergeRequestId, userId, noteId: null });
  }

  /** A change or a push by a user finishes their own items. Users who are new on it, or newly named, get one. */
  async updated(tx: Tx, { projectId, mergeRequestId, userId, changed, changes = {} }: Updated): Promise<void> {
    if (changed.includes('deleted')) return this.todosStore.deleteOfMergeRequest(tx, mergeRequestId);
    if (userId === null) return;
    const target = { mergeRequestId };
    await this.todosStore.finish(tx, userId, target);
    const { assigneeIds, reviewerIds, title, description } = changes;
    const by = { authorId: userId, projectId, target };
    if (assigneeIds) await this.addTodos.forUsers(tx, { ...by, action: 'assigned', userIds: addedIds(assigneeIds) });
    if (reviewerIds)
      await this.addTodos.forUsers(tx, { ...by, action: 'review_requested', userIds: addedIds(reviewerIds) });
    const text = `${title?.current ?? ''}\n${description?.current ?? ''}`;
    await this.addTodos.forNamed(tx, text, by);
  }

  merged(tx: Tx, { mergeRequestId, userId }: EventDataOf<typeof MergeRequestMergedEvent>): Promise<void> {
    return this.todosStore.finish(tx, userId, { mergeRequestId });
  }

  /** A failure adds an item for each of the users, as caused by them; a success finishes all items about failures. */
  async pipelineFinished(tx: Tx, finished: EventDataOf<typeof HeadPipelineFinishedEvent>): Promise<void> {
    const { projectId, mergeRequestId, status, userIds } = finished;
    if (status === 'success') return this.todosStore.finishBuildFailed(tx, mergeRequestId);
    const target = { mergeRequestId };
    for (const id of userIds)
      await this.addTodos.forUsers(tx, { action: 'build_failed', userIds: [id], authorId: id, projectId, target });
  }

  /** A new comment finishes the items of its author; users whom it names get one, by a job. */
  async noted(tx: Tx, saved: EventDataOf<typeof MergeRequestNoteSavedEvent>): Promise<void> {
    const { projectId, mergeRequestId, noteId, userId, action } = saved;
    if (action === 'create') await this.todosStore.finish(tx, userId, { mergeRequestId });
    await this.jobs.add(tx, RecordTodosJob, { projectId, mergeRequestId, userId, noteId });
  }

  /** Adds the items for a note, or for a new merge request. */
  @Job(RecordTodosJob)
  async record(job: JobDataOf<typeof RecordTodosJob>): Promise<void> {
    await (job.noteId === null ? this.recordOpening(job) : this.recordNote(job, job.noteId));
  }

  private async recordOpening(job: JobDataOf<typeof RecordTodosJob>): Promise<void> {
    const { projectId, mergeRequestId, userId: authorId } = job;
    const { mergeRequest } = await this.calls.query(DescribeMergeRequestQuery, { id: mergeRequestId });
    if (!mergeRequest) return;
    const { assigneeIds, reviewerIds, title, description } = mergeRequest;
    const by = { authorId, projectId, target: { mergeRequestId } };
    await this.db.tx(async (tx) => {
      await this.addTodos.forUsers(tx, { ...by, action: 'assigned', userIds: assigneeIds });
      await this.addTodos.forUsers(tx, { ...by, action: 'review_requested', userIds: reviewerIds });
      await this.addTodos.forNamed(tx, `${title}\n${description ?? ''}`, by);
    });
  }

  private async recordNote(job: JobDataOf<typeof RecordTodosJob>, foreignNoteId: number): Promise<void> {
    const { projectId, mergeRequestId, userId: authorId } = job;
    const [note] = (await this.calls.query(MergeRequestNotesByIdsQuery, { ids: [foreignNoteId] })).notes;
    if (!note) return;
    const origin = { authorId, projectId, target: { mergeRequestId }, foreignNoteId };
    await this.db.tx((tx) => this.addTodos.forNamed(tx, note.body, origin));
  }
}
