import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { CustomAttribute } from './custom-attribute.rules.js';
import { CustomAttributesStore, type AttributeSubject } from './custom-attributes.store.js';
import { CustomAttributeNotFound } from './refusals.js';

/** Reads of custom attributes. */
@Injectable()
export class CustomAttributeFacts {
  constructor(
    private readonly db: Database,
    private readonly customAttributesStore: CustomAttributesStore,
  ) {}

  /** Lists the attributes of a subject by key. */
  all(subject: AttributeSubject): Promise<CustomAttribute[]> {
    return this.customAttributesStore.all(this.db, subject);
  }

  /** @throws CustomAttributeNotFound */
  async one(subject: AttributeSubject, key: string): Promise<CustomAttribute> {
    const attribute = await this.customAttributesStore.find(this.db, subject, key);
    if (!attribute) throw CustomAttributeNotFound();
    return attribute;
  }
}
