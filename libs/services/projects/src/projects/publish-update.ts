import { Injectable } from '@nestjs/common';
import type { ProjectStanding } from '@hearth/access';
import type { ProjectId } from '@hearth/contract-kit';
import { AccessRevokedEvent, ProjectUpdatedEvent, RepositoryCopiesChangedEvent } from '@hearth/projects-contracts';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import type { ProjectSettings } from './project.entity.js';
import { isLessOpen } from './change.rules.js';

type Changed = Partial<ProjectSettings & { readonly archived: boolean }>;

/**
 * Publishes the project's new state after a change: for services that keep a copy, for system hooks, and that some users may have lost access
 * by it.
 */
@Injectable()
export class PublishProjectUpdate {
  constructor(
    private readonly queueDeliveries: QueueDeliveries,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Runs inside the transaction of the change, which has locked the project. Publishes no event where the copies stay correct.
   * @param before the project under the lock
   * @param isMoved whether it has a new path
   */
  async within(
    tx: Tx,
    before: ProjectStanding & {
      readonly id: ProjectId;
      readonly fullPath: string;
      readonly sharedRunnersEnabled: boolean;
      readonly groupRunnersEnabled: boolean;
    },
    changed: Changed,
    isMoved = false,
  ): Promise<void> {
    const { id: projectId, fullPath: oldFullPath } = before;
    await this.queueDeliveries.forSystem(tx, [
      isMoved ? { name: 'project_rename', projectId, oldFullPath } : { name: 'project_update', projectId },
    ]);
    const { visibility, archived, features, sharedRunnersEnabled, groupRunnersEnabled } = before;
    const { mergeRequests, repository, builds } = features;
    const old = { visibility, archived, mergeRequests, repository, builds, sharedRunnersEnabled, groupRunnersEnabled };
    const fresh = {
      visibility: changed.visibility ?? old.visibility,
      archived: changed.archived ?? old.archived,
      mergeRequests: changed.mergeRequestsAccessLevel ?? old.mergeRequests,
      repository: changed.repositoryAccessLevel ?? old.repository,
      builds: changed.buildsAccessLevel ?? old.builds,
      sharedRunnersEnabled: changed.sharedRunnersEnabled ?? old.sharedRunnersEnabled,
      groupRunnersEnabled: changed.groupRunnersEnabled ?? old.groupRunnersEnabled,
    };
    if (Object.values(fresh).join() !== Object.values(old).join())
      await this.outbox.append(tx, ProjectUpdatedEvent, { projectId: before.id, ...fresh });
    if (changed.repositoryCopies !== undefined)
      await this.outbox.append(tx, RepositoryCopiesChangedEvent, { projectId: before.id, namespaceId: null });
    if (!isLessOpen(changed, before)) return;
    const lost = { projectId: before.id, namespaceId: null, userId: null, groupId: null };
    await this.outbox.append(tx, AccessRevokedEvent, lost);
  }
}
