import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { HeadPipelineFinishedEvent } from '@hearth/merge-requests-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { MergeRequestTodos } from '../todos/merge-request-todos.js';

/** A failed pipeline of a merge request adds to-do items, a successful one finishes them. */
@Controller()
export class OnHeadPipelineFinished {
  constructor(private readonly mergeRequestTodos: MergeRequestTodos) {}

  @On(HeadPipelineFinishedEvent)
  handle(finished: EventDataOf<typeof HeadPipelineFinishedEvent>, { tx }: Delivery): Promise<void> {
    return this.mergeRequestTodos.pipelineFinished(tx, finished);
  }
}
