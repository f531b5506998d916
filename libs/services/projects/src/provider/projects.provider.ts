import { Controller } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  ClaimUserNamespaceCommand,
  FindMovedProjectQuery,
  FindGroupIdQuery,
  FindProjectIdQuery,
  ProjectsByIdsQuery,
  ReleaseUserCommand,
  RenameUserNamespaceCommand,
  ResolveAccessQuery,
  WhichGroupsExistQuery,
  WhichProjectsExistQuery,
} from '@hearth/projects-contracts';
import { Answers } from '@hearth/calls';
import { Database } from '@hearth/data';
import { AccessStore } from '../access/access.store.js';
import { ClaimUserNamespace as Claim } from '../namespaces/claim.js';
import { NamespacesStore } from '../namespaces/namespaces.store.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { ReleaseUser as Release } from '../namespaces/release.js';
import { RenameUserNamespace as Rename } from '../namespaces/rename.js';
import { ProjectsStore } from '../projects/projects.store.js';

/** Answers what other services and the gateway ask of projects. */
@Controller()
export class ProjectsProvider {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly pathsStore: PathsStore,
    private readonly projectsStore: ProjectsStore,
    private readonly namespacesStore: NamespacesStore,
    private readonly claimUserNamespaceCommand: Claim,
    private readonly renameUserNamespaceCommand: Rename,
    private readonly releaseUserCommand: Release,
  ) {}

  @Answers(ResolveAccessQuery)
  async resolveAccess(question: InputOf<typeof ResolveAccessQuery>): Promise<OutputOf<typeof ResolveAccessQuery>> {
    const projects = await this.accessStore.resolve(this.db, question);
    return { projects, groups: await this.accessStore.resolveGroups(this.db, question.groups ?? [], question.user) };
  }

  @Answers(FindProjectIdQuery)
  async findProjectId({ project }: InputOf<typeof FindProjectIdQuery>): Promise<OutputOf<typeof FindProjectIdQuery>> {
    return { projectId: await this.accessStore.findId(this.db, project) };
  }

  @Answers(FindGroupIdQuery)
  async findGroupId({ path }: InputOf<typeof FindGroupIdQuery>): Promise<OutputOf<typeof FindGroupIdQuery>> {
    return { groupId: (await this.namespacesStore.findGroup(this.db, path)) ?? null };
  }

  @Answers(FindMovedProjectQuery)
  async findMovedProject({
    path,
    user,
  }: InputOf<typeof FindMovedProjectQuery>): Promise<OutputOf<typeof FindMovedProjectQuery>> {
    const id = await this.pathsStore.movedProject(this.db, path);
    if (id === undefined) return { fullPath: null };
    const [access] = await this.accessStore.resolve(this.db, { projects: [{ id }], user });
    return { fullPath: access?.project.fullPath ?? null };
  }

  @Answers(WhichProjectsExistQuery)
  async whichExist({
    ids,
  }: InputOf<typeof WhichProjectsExistQuery>): Promise<OutputOf<typeof WhichProjectsExistQuery>> {
    return { ids: await this.projectsStore.existing(this.db, ids) };
  }

  @Answers(WhichGroupsExistQuery)
  async whichGroups({ ids }: InputOf<typeof WhichGroupsExistQuery>): Promise<OutputOf<typeof WhichGroupsExistQuery>> {
    return { ids: await this.namespacesStore.existingGroups(this.db, ids) };
  }

  @Answers(ProjectsByIdsQuery)
  async projectsByIds({ ids }: InputOf<typeof ProjectsByIdsQuery>): Promise<OutputOf<typeof ProjectsByIdsQuery>> {
    const projects = await this.projectsStore.names(this.db, ids);
    return { projects: projects.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })) };
  }

  @Answers(ClaimUserNamespaceCommand)
  async claimUserNamespace(
    user: InputOf<typeof ClaimUserNamespaceCommand>,
  ): Promise<OutputOf<typeof ClaimUserNamespaceCommand>> {
    return { namespaceId: await this.claimUserNamespaceCommand.execute(user) };
  }

  @Answers(RenameUserNamespaceCommand)
  async renameUserNamespace(
    user: InputOf<typeof RenameUserNamespaceCommand>,
  ): Promise<OutputOf<typeof RenameUserNamespaceCommand>> {
    await this.renameUserNamespaceCommand.execute(user);
    return {};
  }

  @Answers(ReleaseUserCommand)
  async releaseUser(user: InputOf<typeof ReleaseUserCommand>): Promise<OutputOf<typeof ReleaseUserCommand>> {
    await this.releaseUserCommand.execute(user);
    return {};
  }
}
