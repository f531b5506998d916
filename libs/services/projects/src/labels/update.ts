import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { LabelUpdatedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { labelAbilities } from '../abilities.js';
import type { MemberSource } from '../members/membership.rules.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { LabelInvalid, LabelNotFound } from '../refusals.js';
import { eventHolder, labelErrors, type LabelReference } from './label.rules.js';
import { LabelsStore, type LabelColumns } from './labels.store.js';

/** Changes a label. */
@Injectable()
export class UpdateLabel {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly labelsStore: LabelsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param changes undefined values stay
   * @returns the label's id
   * @throws LabelNotFound, LabelInvalid, Forbidden
   */
  execute(
    holder: MemberSource,
    reference: LabelReference,
    changes: { readonly [Column in keyof LabelColumns]: LabelColumns[Column] | undefined },
    actor: Principal,
  ): Promise<number> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, holder, actor);
      const label = standing && (await this.labelsStore.lock(tx, holder, reference, 'own'));
      if (!label) throw LabelNotFound();
      requireAbility(labelAbilities[holder.kind].manage, standing, actor);
      const { name = label.name, color = label.color, description = label.description } = changes;
      const { priority = label.priority } = changes;
      const taken = await this.labelsStore.isTaken(tx, holder, name, label.id);
      const errors = { ...labelErrors({ name, color }), ...(taken && { title: ['has already been taken'] }) };
      if (Object.keys(errors).length > 0) throw LabelInvalid({ errors });
      await this.labelsStore.update(tx, label.id, { name, color, description, priority });
      await this.outbox.append(tx, LabelUpdatedEvent, { ...eventHolder(holder), labelId: label.id, name });
      return label.id;
    });
  }
}
