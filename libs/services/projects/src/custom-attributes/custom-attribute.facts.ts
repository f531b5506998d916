import { Injectable } from '@nestjs/common';
import type { CustomAttribute } from '@hearth/custom-attributes';
import { Database } from '@hearth/data';
import { RecordNotFound } from '../refusals.js';
import { CustomAttributesStore, type AttributeHolder } from './custom-attributes.store.js';

/** Reads of what admins attach to projects and groups. */
@Injectable()
export class CustomAttributeFacts {
  constructor(
    private readonly db: Database,
    private readonly attributes: CustomAttributesStore,
  ) {}

  all(holder: AttributeHolder): Promise<CustomAttribute[]> {
    return this.attributes.all(this.db, holder);
  }

  /** @throws RecordNotFound */
  async one(holder: AttributeHolder, key: string): Promise<CustomAttribute> {
    const attribute = await this.attributes.one(this.db, holder, key);
    if (!attribute) throw RecordNotFound();
    return attribute;
  }
}
