import { Injectable } from '@nestjs/common';
import { ArtifactsMeasuredEvent } from '@hearth/ci-contracts';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { ArtifactsStore, type SizeChange } from './artifacts.store.js';

/** Records and publishes the total size of the artifacts of each project. */
@Injectable()
export class RecordArtifactsSize {
  constructor(
    private readonly artifactsStore: ArtifactsStore,
    private readonly outbox: Outbox,
  ) {}

  /** Must be called last in a transaction: until the commit, other changes of the same projects' artifacts wait. */
  async within(tx: Tx, changes: readonly SizeChange[]): Promise<void> {
    if (changes.length === 0) return;
    const totals = await this.artifactsStore.changeTotals(tx, changes);
    await this.outbox.appendAll(
      tx,
      totals.map((data) => ({ event: ArtifactsMeasuredEvent, data })),
    );
  }
}
