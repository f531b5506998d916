import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden, GroupNotFound, ProjectNotFound } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { HoldersStore } from '../members/holders.store.js';
import { manages } from '../members/membership.rules.js';
import { AlreadyShared, SharedWithOwnGroup, SharingDisabled } from '../refusals.js';
import { GroupLinksStore, type GroupLinkRecord, type ShareTerms } from './group-links.store.js';

/** Shares a project with a group: each of its members has the lower one of their own level and the link's. */
@Injectable()
export class ShareProject {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly links: GroupLinksStore,
    private readonly access: AccessStore,
  ) {}

  /**
   * @param actor who shares, and has to see the group
   * @throws GroupNotFound, SharingDisabled, AlreadyShared, SharedWithOwnGroup; ProjectNotFound when somebody else has removed the project,
   * Forbidden when the right to it has gone meanwhile
   */
  execute(projectId: ProjectId, groupId: number, terms: ShareTerms, actor: Principal): Promise<GroupLinkRecord> {
    const viewer = { id: actor.userId, admin: actor.admin, external: actor.external };
    return this.db.tx(async (tx) => {
      const [group] = await this.access.resolveGroups(tx, [{ id: groupId }], viewer);
      if (!group) throw GroupNotFound();
      const facts = await this.holders.lock(tx, { kind: 'project', id: projectId }, actor);
      if (!facts) throw ProjectNotFound();
      if (!manages('project', facts.level)) throw Forbidden();
      if (!(await this.links.lockGroup(tx, groupId))) throw GroupNotFound();
      const project = await this.links.sharedProject(tx, projectId, groupId);
      if (project.isLocked) throw SharingDisabled();
      if (await this.links.find(tx, projectId, groupId)) throw AlreadyShared();
      if (project.isInGroup) throw SharedWithOwnGroup();
      return this.links.insert(tx, projectId, groupId, terms);
    });
  }
}
