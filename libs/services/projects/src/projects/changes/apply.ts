import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { AccessRevoked } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { SaveAvatar } from '../../avatars/save-avatar.js';
import { RequestImport } from '../../imports/request.js';
import { PathsStore } from '../../namespaces/paths.store.js';
import { ProjectChangeInvalid } from '../../refusals.js';
import { PATH_TAKEN } from '../new-project.rules.js';
import { lessOpen } from './change.rules.js';
import { ChangedProjectsStore, type LockedProject } from './changed-projects.store.js';
import type { ProjectChanges } from './update.js';

/** Makes the changes that nothing is wrong with, under the project's lock. */
@Injectable()
export class ApplyChanges {
  constructor(
    private readonly changed: ChangedProjectsStore,
    private readonly paths: PathsStore,
    private readonly saveAvatar: SaveAvatar,
    private readonly requestImport: RequestImport,
    private readonly outbox: Outbox,
  ) {}

  /** @throws ProjectChangeInvalid when somebody holds the new path */
  async within(tx: Tx, project: LockedProject, changes: ProjectChanges, editorId: UserId): Promise<void> {
    const { id, fullPath, namespace } = project;
    const { name, path, avatar, importUrl, settings } = changes;
    if (path !== undefined && path !== project.path) {
      const isMoved = await this.paths.move(tx, fullPath, `${namespace.fullPath}/${path}`);
      if (!isMoved) throw ProjectChangeInvalid({ errors: PATH_TAKEN });
    }
    await this.changed.update(tx, id, { ...settings, name, path });
    await this.saveAvatar.execute(tx, { projectId: id }, avatar);
    const { visibility = project.visibility } = settings;
    if (visibility !== project.visibility && lessOpen(visibility, project.visibility) === visibility)
      await this.outbox.append(tx, AccessRevoked, { projectId: id, namespaceId: null, userId: null, groupId: null });
    if (importUrl !== undefined) await this.requestImport.within(tx, id, importUrl, editorId);
  }
}
