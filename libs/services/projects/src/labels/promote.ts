import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { LabelDeletedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { labelAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { LabelNotFound, LabelNotPromoted } from '../refusals.js';
import { eventHolder, type LabelReference } from './label.rules.js';
import { LabelsStore } from './labels.store.js';
import { PromotionsStore } from './promotions.store.js';

/** Turns a label of a project into a label of its group, and merges the labels of the same name in the group's projects into it. */
@Injectable()
export class PromoteLabel {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly labelsStore: LabelsStore,
    private readonly promotionsStore: PromotionsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @returns ids of the group and of its label
   * @throws LabelNotFound; LabelNotPromoted for a project of a user, or one that is transferred meanwhile; Forbidden
   */
  execute(
    projectId: ProjectId,
    reference: LabelReference,
    actor: Principal,
  ): Promise<{ groupId: number; labelId: number }> {
    const holder = { kind: 'project', id: projectId } as const;
    return this.db.tx(async (tx) => {
      const locked = await this.memberSourcesStore.lockWithGroup(tx, projectId, actor);
      const label = locked && (await this.labelsStore.lock(tx, holder, reference, 'own'));
      if (!label) throw LabelNotFound();
      requireAbility(labelAbilities.project.manage, locked.project, actor);
      const { group } = locked;
      if (!group) throw LabelNotPromoted();
      requireAbility(labelAbilities.group.manage, group, actor);
      const groupId = group.id;
      const labelId = await this.promotionsStore.promote(tx, label, groupId);
      const merged = await this.promotionsStore.merge(tx, { id: labelId, name: label.name, groupId });
      const mergedInto = { id: labelId, name: label.name };
      // With the key of the group, in one order with later events of its label.
      const about = eventHolder({ kind: 'group', id: groupId });
      await this.outbox.appendAll(
        tx,
        merged.map((id) => ({ event: LabelDeletedEvent, data: { ...about, labelId: id, mergedInto } })),
      );
      return { groupId, labelId };
    });
  }
}
