import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, ProjectNotFound, requireAbility } from '@hearth/http';
import { labelAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { LabelExists, LabelInvalid } from '../refusals.js';
import { labelErrors } from './label.rules.js';
import { LabelsStore, type LabelColumns } from './labels.store.js';

/** Creates a label. */
@Injectable()
export class CreateLabel {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly labelsStore: LabelsStore,
  ) {}

  /** @throws LabelExists, LabelInvalid, Forbidden; ProjectNotFound, GroupNotFound when it was deleted meanwhile */
  execute(holder: MemberSource, label: LabelColumns, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, holder, actor);
      if (!standing) throw holder.kind === 'project' ? ProjectNotFound() : GroupNotFound();
      requireAbility(labelAbilities[holder.kind].manage, standing, actor);
      const errors = labelErrors(label);
      if (Object.keys(errors).length > 0) throw LabelInvalid({ errors });
      if (await this.labelsStore.isTaken(tx, holder, label.name, null)) throw LabelExists();
      // Records that name a missing label create it without a lock of the project.
      if ((await this.labelsStore.insert(tx, holder, label)) === null) throw LabelExists();
    });
  }
}
