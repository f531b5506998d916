import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Label } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { labelAbilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { possibleNames } from './label.rules.js';
import { LabelsStore } from './labels.store.js';

/** Resolves label names for records of other services. Invalid names are left out, as the API does. */
@Injectable()
export class ResolveLabels {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly labelsStore: LabelsStore,
  ) {}

  /**
   * @param createAs user in whose name missing labels are created, if they may manage the project's labels; null: nothing is created
   * @returns the labels of the project and its groups with these names, ordered by name
   */
  execute(
    projectId: ProjectId,
    given: readonly string[],
    createAs: Pick<Principal, 'userId' | 'admin'> | null,
  ): Promise<Label[]> {
    const names = possibleNames(given);
    if (createAs === null) return this.labelsStore.named(this.db, projectId, { names });
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, createAs);
      if (!standing) return [];
      // Labels are managed by access level alone.
      if (isAllowed(labelAbilities.project.manage, standing, null))
        return this.labelsStore.ensure(tx, projectId, names);
      return this.labelsStore.named(tx, projectId, { names });
    });
  }
}
