import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/projects-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { RemoveCredentials } from '../credential-holders/remove-credentials.js';
import { DeployKeysStore } from '../deploy-keys/deploy-keys.store.js';

/** Removes the credentials of a deleted project. */
@Controller()
export class OnProjectDeleted {
  constructor(
    private readonly removeCredentials: RemoveCredentials,
    private readonly deployKeysStore: DeployKeysStore,
  ) {}

  @On(ProjectDeletedEvent, { confirm: gone(WhichProjectsExistQuery, ({ projectId }) => ({ ids: [projectId] })) })
  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.removeCredentials.execute(tx, { kind: 'project', id: projectId });
    await this.deployKeysStore.clear(tx, projectId);
  }
}
