import type { EventDataOf } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { PipelinesStore } from '../pipelines/pipelines.store.js';

const KINDS = { 'refs/heads/': 'isBranch', 'refs/tags/': 'isTag' } as const;

/** Lists of the last pipelines of branches and tags leave out those that are gone. */
@On(RefUpdatedEvent)
export class OnRefUpdated implements Reaction<typeof RefUpdatedEvent> {
  constructor(private readonly pipelinesStore: PipelinesStore) {}

  async handle({ projectId, ref, oldId, newId }: EventDataOf<typeof RefUpdatedEvent>, tx: Tx): Promise<void> {
    if (oldId !== null && newId !== null) return;
    for (const [prefix, kind] of Object.entries(KINDS))
      if (ref.startsWith(prefix))
        await this.pipelinesStore.moveRef(tx, projectId, ref.slice(prefix.length), { [kind]: newId !== null });
  }
}
