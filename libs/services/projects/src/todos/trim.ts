import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { DeleteTodosJob } from '../jobs.js';
import { TodosStore } from './todos.store.js';

const BATCH = 1_000;

/** Deletes the to-do items of a deleted user, and those that the user caused. */
@Injectable()
export class TrimTodos {
  constructor(
    private readonly db: Database,
    private readonly todosStore: TodosStore,
  ) {}

  @Job(DeleteTodosJob)
  ofUser({ userId }: JobDataOf<typeof DeleteTodosJob>, run: Pick<JobRun, 'signal'>): Promise<void> {
    return this.db.inBatches(BATCH, (tx) => this.todosStore.deleteSome(tx, userId, BATCH), run.signal);
  }
}
