import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { requireAbility, type UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { sharingAbilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { revocationOf } from '../members/membership.rules.js';
import { GroupLinkNotFound } from '../refusals.js';
import { GroupLinksStore } from './group-links.store.js';

/** Ends the share of a project with a group. */
@Injectable()
export class UnshareProject {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly groupLinksStore: GroupLinksStore,
    private readonly accessStore: AccessStore,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws GroupLinkNotFound, PreconditionFailed, Forbidden when the caller has lost permission meanwhile */
  execute(projectId: ProjectId, groupId: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, { kind: 'project', id: projectId }, actor);
      if (facts) requireAbility(sharingAbilities.share, facts, actor);
      const link = facts && (await this.groupLinksStore.find(tx, projectId, groupId));
      if (!link) throw GroupLinkNotFound();
      unlessModified(link.updatedAt);
      await this.groupLinksStore.delete(tx, link);
      await this.outbox.append(tx, AccessRevokedEvent, revocationOf({ kind: 'project', id: projectId }, { groupId }));
      const subject = { type: 'project', id: projectId };
      const details = { groupId, groupPath: await this.pathOf(tx, groupId, actor) };
      await this.audit.append(tx, { kind: 'project.unshared', subject, details });
    });
  }

  /** Reads the path with an admin's visibility, since only admins read the audit trail: the group may be hidden from the actor. */
  private async pathOf(tx: Tx, groupId: number, { userId: id }: Principal): Promise<string | undefined> {
    const [found] = await this.accessStore.resolveGroups(tx, [{ id: groupId }], { id, admin: true, external: false });
    return found?.group.fullPath;
  }
}
