import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, ProjectNotFound, requireAbility } from '@hearth/http';
import { sharingAbilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { AlreadyShared, SharedWithOwnGroup, SharingDisabled } from '../refusals.js';
import { GroupLinksStore, type GroupLinkRecord, type ShareTerms } from './group-links.store.js';

/** Shares a project with a group: each of its members has the lower one of their own level and the link's. */
@Injectable()
export class ShareProject {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly groupLinksStore: GroupLinksStore,
    private readonly accessStore: AccessStore,
    private readonly audit: Audit,
  ) {}

  /**
   * @param actor caller, who needs to see the group
   * @throws GroupNotFound, SharingDisabled, AlreadyShared, SharedWithOwnGroup; ProjectNotFound when another request has deleted the project,
   * Forbidden when the caller has lost permission meanwhile
   */
  execute(projectId: ProjectId, groupId: number, terms: ShareTerms, actor: Principal): Promise<GroupLinkRecord> {
    const caller = accessUser(actor);
    return this.db.tx(async (tx) => {
      const [group] = await this.accessStore.resolveGroups(tx, [{ id: groupId }], caller);
      if (!group) throw GroupNotFound();
      const facts = await this.memberSourcesStore.lock(tx, { kind: 'project', id: projectId }, actor);
      if (!facts) throw ProjectNotFound();
      requireAbility(sharingAbilities.share, facts, actor);
      if (!(await this.groupLinksStore.lockGroup(tx, groupId))) throw GroupNotFound();
      const project = await this.groupLinksStore.sharedProject(tx, projectId, groupId);
      if (project.isLocked) throw SharingDisabled();
      if (await this.groupLinksStore.find(tx, projectId, groupId)) throw AlreadyShared();
      if (project.isInGroup) throw SharedWithOwnGroup();
      const { fullPath: groupPath } = group.group;
      const details = { groupId, groupPath, groupAccess: terms.level, expiresAt: terms.expiresAt };
      await this.audit.append(tx, { kind: 'project.shared', subject: { type: 'project', id: projectId }, details });
      return this.groupLinksStore.insert(tx, projectId, groupId, terms);
    });
  }
}
