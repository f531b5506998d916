import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound, requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
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

  /** @throws LabelExists, LabelInvalid, Forbidden; ProjectNotFound when it was deleted meanwhile */
  execute(projectId: ProjectId, label: LabelColumns, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, { kind: 'project', id: projectId }, actor);
      if (!standing) throw ProjectNotFound();
      requireAbility(abilities.manageLabel, standing, actor);
      await this.within(tx, projectId, label);
    });
  }

  /**
   * Runs inside a larger write.
   * @throws LabelExists, LabelInvalid
   */
  async within(tx: Tx, projectId: ProjectId, label: LabelColumns): Promise<void> {
    const errors = labelErrors(label);
    if (Object.keys(errors).length > 0) throw LabelInvalid({ errors });
    if ((await this.labelsStore.insert(tx, projectId, label)) === null) throw LabelExists();
  }
}
