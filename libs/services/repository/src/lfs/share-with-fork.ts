import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { LfsObjectsStore } from './lfs-objects.store.js';
import { RecordLfsSize } from './record-size.js';

/** Objects that are linked in one transaction. */
const AT_ONCE = 5_000;

/** Gives a fork the LFS objects of its source, without a copy of their contents. */
@Injectable()
export class ShareLfsWithFork {
  constructor(
    private readonly db: Database,
    private readonly lfsObjectsStore: LfsObjectsStore,
    private readonly recordLfsSize: RecordLfsSize,
  ) {}

  /** Safe to repeat. */
  async execute(from: ProjectId, to: ProjectId): Promise<void> {
    for (let after: number | null = 0; after !== null;) {
      after = await this.shareSome(from, to, after);
    }
  }

  /** @returns the id of the last object; null at the end */
  private shareSome(from: ProjectId, to: ProjectId, after: number): Promise<number | null> {
    return this.db.tx(async (tx) => {
      const { last, bytes } = await this.lfsObjectsStore.copyLinks(tx, { from, to }, { after, limit: AT_ONCE });
      if (bytes > 0) await this.recordLfsSize.within(tx, to, bytes);
      return last;
    });
  }
}
