import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { AccessRevoked } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Forbidden, type UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { HoldersStore } from '../members/holders.store.js';
import { manages, revocationOf } from '../members/membership.rules.js';
import { GroupLinkNotFound } from '../refusals.js';
import { GroupLinksStore } from './group-links.store.js';

/** Takes a project back from a group. */
@Injectable()
export class UnshareProject {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly links: GroupLinksStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws GroupLinkNotFound, PreconditionFailed, Forbidden when the right to the project has gone meanwhile */
  execute(projectId: ProjectId, groupId: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, { kind: 'project', id: projectId }, actor);
      if (facts && !manages('project', facts.level)) throw Forbidden();
      const link = facts && (await this.links.find(tx, projectId, groupId));
      if (!link) throw GroupLinkNotFound();
      unlessModified(link.updatedAt);
      await this.links.delete(tx, link);
      await this.outbox.append(tx, AccessRevoked, revocationOf({ kind: 'project', id: projectId }, { groupId }));
    });
  }
}
