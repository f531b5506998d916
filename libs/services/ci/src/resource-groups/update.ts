import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ResourceGroupNotFound } from '../refusals.js';
import type { ProcessMode } from './resource-group.rules.js';
import { ResourceGroupsStore, type ResourceGroup } from './resource-groups.store.js';

/** Changes the process mode of a resource group; the jobs that wait are ordered anew. */
@Injectable()
export class UpdateResourceGroup {
  constructor(
    private readonly db: Database,
    private readonly resourceGroupsStore: ResourceGroupsStore,
  ) {}

  /** @throws ResourceGroupNotFound */
  execute(
    projectId: ProjectId,
    key: string,
    { processMode }: { readonly processMode: ProcessMode | undefined },
  ): Promise<ResourceGroup> {
    return this.db.tx(async (tx) => {
      const group = await this.resourceGroupsStore.lock(tx, projectId, key);
      if (!group) throw ResourceGroupNotFound();
      const { id: resourceGroupId } = group;
      if (processMode === undefined || processMode === group.processMode) return group;
      await this.resourceGroupsStore.assignOf(tx, [{ projectId, resourceGroupId }]);
      return this.resourceGroupsStore.update(tx, resourceGroupId, processMode);
    });
  }
}
