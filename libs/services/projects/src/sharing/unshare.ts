import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { AccessRevoked } from '@hearth/contracts';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { revocationOf } from '../members/membership.rules.js';
import { GroupLinkNotFound } from '../refusals.js';
import { GroupLinksStore } from './group-links.store.js';

/** Takes a project back from a group. */
@Injectable()
export class UnshareProject {
  constructor(
    private readonly db: Database,
    private readonly links: GroupLinksStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws GroupLinkNotFound, PreconditionFailed */
  execute(projectId: ProjectId, groupId: number, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const project = await this.links.lock(tx, projectId, groupId);
      const link = project && (await this.links.find(tx, projectId, groupId));
      if (!link) throw GroupLinkNotFound();
      unlessModified(link.updatedAt);
      await this.links.delete(tx, link);
      await this.outbox.append(tx, AccessRevoked, revocationOf({ kind: 'project', id: projectId }, { groupId }));
    });
  }
}
