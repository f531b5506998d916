import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { LfsMeasuredEvent } from '@hearth/repository-contracts';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { LfsObjectsStore } from './lfs-objects.store.js';

/** Records and publishes the total size of a project's LFS objects. */
@Injectable()
export class RecordLfsSize {
  constructor(
    private readonly lfsObjectsStore: LfsObjectsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Must be called last in a transaction: until the commit, other changes of the same project's objects wait.
   * @param bytes that are added
   */
  async within(tx: Tx, projectId: ProjectId, bytes: number): Promise<void> {
    const { size: lfsObjectsSize, sequence } = await this.lfsObjectsStore.changeTotal(tx, projectId, bytes);
    await this.outbox.append(tx, LfsMeasuredEvent, { projectId, sequence, lfsObjectsSize });
  }
}
