import { Injectable } from '@nestjs/common';
import { AccessLevel, type ProjectId, type UserId } from '@hearth/contract-kit';
import { ProjectCreated } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import type { UploadedFile } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { RequestImport } from '../imports/request.js';
import { MembersStore } from '../members/members.store.js';
import type { TargetNamespace } from '../namespaces/namespaces.store.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { ProjectsStore, type ProjectColumns } from './projects.store.js';

/** A project that nothing is wrong with. */
export interface CheckedProject extends Omit<ProjectColumns, 'namespaceId' | 'creatorId'> {
  readonly avatar?: UploadedFile | null | undefined;
  readonly importUrl?: string | undefined;
  readonly defaultBranch?: string | undefined;
}

/** Puts a new project into its namespace: row, path, picture, the creator as a member, and the event. */
@Injectable()
export class InsertProject {
  constructor(
    private readonly projects: ProjectsStore,
    private readonly paths: PathsStore,
    private readonly members: MembersStore,
    private readonly saveAvatar: SaveAvatar,
    private readonly requestImport: RequestImport,
    private readonly outbox: Outbox,
  ) {}

  /** As a part of a larger write, which has locked the namespace. @returns undefined when somebody holds the path: give up then */
  async within(
    tx: Tx,
    { avatar, importUrl, defaultBranch, ...columns }: CheckedProject,
    namespace: TargetNamespace,
    creatorId: UserId,
  ): Promise<ProjectId | undefined> {
    const projectId = await this.projects.insert(tx, { ...columns, namespaceId: namespace.id, creatorId });
    if (!(await this.paths.take(tx, `${namespace.fullPath}/${columns.path}`, { projectId }))) return undefined;
    await this.saveAvatar.execute(tx, { projectId }, avatar);
    if (namespace.kind === 'user') await this.members.addToProject(tx, projectId, creatorId, AccessLevel.master);
    await this.outbox.append(tx, ProjectCreated, { projectId, creatorId, defaultBranch });
    if (importUrl !== undefined) await this.requestImport.within(tx, projectId, importUrl, creatorId);
    return projectId;
  }
}
