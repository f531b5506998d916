import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/repository-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { CreatePushPipelineJob } from '../jobs.js';
import { PipelinesStore } from '../pipelines/pipelines.store.js';

const KINDS = { 'refs/heads/': 'isBranch', 'refs/tags/': 'isTag' } as const;

/** Lists of the last pipelines of branches and tags leave out those that are gone; a push begins a pipeline. */
@Controller()
export class OnRefUpdated {
  constructor(
    private readonly pipelinesStore: PipelinesStore,
    private readonly jobs: Jobs,
  ) {}

  @On(RefUpdatedEvent)
  async handle(update: EventDataOf<typeof RefUpdatedEvent>, { tx }: Delivery): Promise<void> {
    const {
      projectId,
      ref,
      oldId,
      newId,
      via,
      sequence,
      userId,
      occurredAt: pushedAt,
      pushOptions,
      defaultBranch,
    } = update;
    for (const [prefix, kind] of Object.entries(KINDS)) {
      if (!ref.startsWith(prefix)) continue;
      const name = ref.slice(prefix.length);
      if (oldId === null || newId === null)
        await this.pipelinesStore.moveRef(tx, projectId, name, { [kind]: newId !== null });
      // What an import brings was pushed elsewhere.
      if (newId === null || via === 'import') continue;
      const push = {
        projectId,
        sequence,
        ref: name,
        tag: kind === 'isTag',
        oldId,
        newId,
        userId,
        pushedAt,
        pushOptions,
        defaultBranch,
      };
      await this.jobs.add(tx, CreatePushPipelineJob, push);
    }
  }
}
