import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { CustomAttributesStore, type AttributeSubject } from './custom-attributes.store.js';
import { CustomAttributeNotFound } from './refusals.js';

/** Deletes a custom attribute of a subject. */
@Injectable()
export class DeleteCustomAttribute {
  constructor(
    private readonly db: Database,
    private readonly customAttributesStore: CustomAttributesStore,
  ) {}

  /** @throws CustomAttributeNotFound; PreconditionFailed when it was changed later than the caller allows */
  execute(subject: AttributeSubject, key: string, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const updatedAt = await this.customAttributesStore.lock(tx, subject, key);
      if (!updatedAt) throw CustomAttributeNotFound();
      unlessModified(updatedAt);
      await this.customAttributesStore.delete(tx, subject, key);
    });
  }
}
