import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { LabelDeletedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { requireAbility, type UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { labelAbilities } from '../abilities.js';
import type { MemberSource } from '../members/membership.rules.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { LabelNotFound } from '../refusals.js';
import { LabelsStore } from './labels.store.js';
import { eventHolder, type LabelReference } from './label.rules.js';

/** Deletes a label, and removes it from all records. */
@Injectable()
export class DeleteLabel {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly labelsStore: LabelsStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws LabelNotFound, PreconditionFailed, Forbidden */
  execute(
    holder: MemberSource,
    reference: LabelReference,
    actor: Principal,
    unlessModified: UnlessModified,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, holder, actor);
      const label = standing && (await this.labelsStore.lock(tx, holder, reference, 'own'));
      if (!label) throw LabelNotFound();
      requireAbility(labelAbilities[holder.kind].manage, standing, actor);
      unlessModified(label.updatedAt);
      await this.labelsStore.delete(tx, label.id);
      await this.outbox.append(tx, LabelDeletedEvent, { ...eventHolder(holder), labelId: label.id });
    });
  }
}
