import { Injectable } from '@nestjs/common';
import { CustomAttributeInvalid, attributeFailures, type CustomAttribute } from '@hearth/custom-attributes';
import { Database } from '@hearth/data';
import { GroupNotFound, ProjectNotFound } from '@hearth/http';
import { CustomAttributesStore, type AttributeHolder } from './custom-attributes.store.js';

/** Attaches a value to a project or a group, in place of the one that its key had. */
@Injectable()
export class SetCustomAttribute {
  constructor(
    private readonly db: Database,
    private readonly attributes: CustomAttributesStore,
  ) {}

  /** @throws CustomAttributeInvalid; ProjectNotFound or GroupNotFound when the holder was deleted meanwhile */
  async execute(holder: AttributeHolder, attribute: CustomAttribute): Promise<CustomAttribute> {
    const failures = attributeFailures(attribute);
    if (Object.keys(failures).length > 0) throw CustomAttributeInvalid({ failures });
    const kept = await this.db.tx((tx) => this.attributes.set(tx, holder, attribute));
    if (!kept) throw 'projectId' in holder ? ProjectNotFound() : GroupNotFound();
    return kept;
  }
}
