import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  NamespaceStorageQuery,
  NoteDefaultBranchCommand,
  ReadImportSourceQuery,
  RepositoryCopiesQuery,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { importsFromPrivate } from '../imports/private-sources.js';
import { RequestImport } from '../imports/request.js';
import { ProjectsStore } from '../projects/projects.store.js';
import { NamespaceStorageStore } from '../repositories/namespace-storage.store.js';
import { RepositoryCopiesStore } from '../repositories/repository-copies.store.js';

/** Answers with the sources of repositories, their numbers of storages and the sizes of namespaces, and hears of their default branches. */
@Controller()
export class RepositoriesProvider {
  constructor(
    private readonly db: Database,
    private readonly imports: RequestImport,
    private readonly repositoryCopiesStore: RepositoryCopiesStore,
    private readonly namespaceStorageStore: NamespaceStorageStore,
    private readonly projectsStore: ProjectsStore,
  ) {}

  @Answers(ReadImportSourceQuery)
  async readImportSource({
    projectId,
  }: InputOf<typeof ReadImportSourceQuery>): Promise<OutputOf<typeof ReadImportSourceQuery>> {
    return { ...(await this.imports.source(projectId)), privateAllowed: importsFromPrivate() };
  }

  @Answers(RepositoryCopiesQuery)
  async repositoryCopies({
    of,
  }: InputOf<typeof RepositoryCopiesQuery>): Promise<OutputOf<typeof RepositoryCopiesQuery>> {
    const repositories =
      'projectId' in of
        ? await this.repositoryCopiesStore.ofProject(this.db, of.projectId)
        : await this.repositoryCopiesStore.inNamespace(this.db, of.namespaceId, of.after);
    return { repositories };
  }

  @Answers(NamespaceStorageQuery)
  async namespaceStorage({
    projectId,
  }: InputOf<typeof NamespaceStorageQuery>): Promise<OutputOf<typeof NamespaceStorageQuery>> {
    return { bytes: await this.namespaceStorageStore.aroundProject(this.db, projectId) };
  }

  @Answers(NoteDefaultBranchCommand)
  async noteDefaultBranch(
    change: InputOf<typeof NoteDefaultBranchCommand>,
  ): Promise<OutputOf<typeof NoteDefaultBranchCommand>> {
    await this.db.tx((tx) => this.projectsStore.noteDefaultBranch(tx, change));
    return {};
  }
}
