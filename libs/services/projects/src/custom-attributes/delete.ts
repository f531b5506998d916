import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { RecordNotFound } from '../refusals.js';
import { CustomAttributesStore, type AttributeHolder } from './custom-attributes.store.js';

/** Takes a value off a project or a group. */
@Injectable()
export class DeleteCustomAttribute {
  constructor(
    private readonly db: Database,
    private readonly attributes: CustomAttributesStore,
  ) {}

  /** @throws RecordNotFound; PreconditionFailed when it was changed later than the caller allows */
  execute(holder: AttributeHolder, key: string, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const updatedAt = await this.attributes.lock(tx, holder, key);
      if (!updatedAt) throw RecordNotFound();
      unlessModified(updatedAt);
      await this.attributes.delete(tx, holder, key);
    });
  }
}
