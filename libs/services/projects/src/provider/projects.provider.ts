import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  ClaimUserNamespace,
  FindMovedProject,
  FindProjectId,
  ReleaseUser,
  RenameUserNamespace,
  ResolveAccess,
} from '@hearth/contracts';
import { Answers } from '@hearth/calls';
import { Database } from '@hearth/data';
import { AccessStore } from '../access/access.store.js';
import { ClaimUserNamespace as Claim } from '../namespaces/claim.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { ReleaseUser as Release } from '../namespaces/release.js';
import { RenameUserNamespace as Rename } from '../namespaces/rename.js';

/** Answers what other services and the gateway ask of projects. */
@Injectable()
export class ProjectsProvider {
  constructor(
    private readonly db: Database,
    private readonly access: AccessStore,
    private readonly paths: PathsStore,
    private readonly claim: Claim,
    private readonly rename: Rename,
    private readonly release: Release,
  ) {}

  @Answers(ResolveAccess)
  async resolveAccess(question: InputOf<typeof ResolveAccess>): Promise<OutputOf<typeof ResolveAccess>> {
    const projects = await this.access.resolve(this.db, question);
    return { projects, groups: await this.access.resolveGroups(this.db, question.groups ?? [], question.user) };
  }

  @Answers(FindProjectId)
  async findProjectId({ project }: InputOf<typeof FindProjectId>): Promise<OutputOf<typeof FindProjectId>> {
    return { projectId: await this.access.findId(this.db, project) };
  }

  @Answers(FindMovedProject)
  async findMovedProject({ path, user }: InputOf<typeof FindMovedProject>): Promise<OutputOf<typeof FindMovedProject>> {
    const id = await this.paths.movedProject(this.db, path);
    if (id === undefined) return { fullPath: null };
    const [access] = await this.access.resolve(this.db, { projects: [{ id }], user });
    return { fullPath: access?.project.fullPath ?? null };
  }

  @Answers(ClaimUserNamespace)
  async claimUserNamespace(user: InputOf<typeof ClaimUserNamespace>): Promise<OutputOf<typeof ClaimUserNamespace>> {
    return { namespaceId: await this.claim.execute(user) };
  }

  @Answers(RenameUserNamespace)
  async renameUserNamespace(user: InputOf<typeof RenameUserNamespace>): Promise<OutputOf<typeof RenameUserNamespace>> {
    await this.rename.execute(user);
    return {};
  }

  @Answers(ReleaseUser)
  async releaseUser(user: InputOf<typeof ReleaseUser>): Promise<OutputOf<typeof ReleaseUser>> {
    await this.release.execute(user);
    return {};
  }
}
