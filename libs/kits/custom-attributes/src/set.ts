import { Injectable } from '@nestjs/common';
import type { RefusalDefinition } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { attributeFailures, type CustomAttribute } from './custom-attribute.rules.js';
import { CustomAttributesStore, type AttributeSubject } from './custom-attributes.store.js';
import { CustomAttributeInvalid } from './refusals.js';

/** Sets a custom attribute of a subject, replacing its previous value. */
@Injectable()
export class SetCustomAttribute {
  constructor(
    private readonly db: Database,
    private readonly customAttributesStore: CustomAttributesStore,
  ) {}

  /**
   * @param subjectNotFound thrown when the subject was deleted meanwhile
   * @throws CustomAttributeInvalid with all failures
   */
  async execute(
    subject: AttributeSubject,
    attribute: CustomAttribute,
    subjectNotFound: RefusalDefinition,
  ): Promise<CustomAttribute> {
    const failures = attributeFailures(attribute);
    if (Object.keys(failures).length > 0) throw CustomAttributeInvalid({ failures });
    const stored = await this.db.tx((tx) => this.customAttributesStore.set(tx, subject, attribute));
    if (!stored) throw subjectNotFound();
    return stored;
  }
}
