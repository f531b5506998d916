import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import { parseTreePath, ROOT_PATH, type RepositoryPath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import type { ArchiveRequest, ArchiveFormat } from '../git/transport/archive.js';
import { ServedStreams, type ServedClient } from '../git-http/served-streams.js';
import { ArchiveFormatUnavailable, FileNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { archiveName } from './archive-name.rules.js';

/** Resolved request for an archive. */
export interface ArchiveFact extends ArchiveRequest {
  readonly repository: RepositoryPath;
}

@Injectable()
export class ArchiveFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly servedStreams: ServedStreams,
    private readonly git: Git,
  ) {}

  /**
   * Resolves the contents of an archive and the name of its directory.
   * @throws FileNotFound for an unknown ref or path and an empty repository; ArchiveFormatUnavailable
   */
  async find(
    { projectId, rights }: Reader,
    fullPath: string,
    { sha, path = '', format }: { sha: string | undefined; path: string | undefined; format: ArchiveFormat },
  ): Promise<ArchiveFact> {
    if (!(await this.git.canArchive(format))) throw ArchiveFormatUnavailable();
    const repository = await this.repositoryFacts.readable(projectId);
    const ref = sha || (repository && (await this.git.branches.default(repository)));
    const revision = ref && parseRevision(ref);
    const found = repository && revision && (await this.git.revisions.find(repository, revision, rights));
    const treePath = parseTreePath(path);
    if (!found || treePath === null) throw FileNotFound();
    const { commit } = found;
    if (treePath !== ROOT_PATH && !(await this.git.trees.entryAt(repository, commit, treePath))) throw FileNotFound();
    return { repository, commit, path: treePath, format, folder: archiveName(fullPath, ref, found, treePath) };
  }

  /** Creates the archive. @throws TooManyGits */
  make(fact: ArchiveFact, client: ServedClient): Promise<Readable> {
    return this.servedStreams.start(client, () => this.git.archive(fact.repository, fact));
  }
}
