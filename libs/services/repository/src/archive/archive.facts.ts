import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseTreePath, ROOT_PATH, type RepositoryPath, type TreePath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import type { ArchiveRequest, ArchiveFormat } from '../git/transport/archive.js';
import { ServedStreams, type ServedClient } from '../git-http/served-streams.js';
import { ArchiveFormatUnavailable, FileNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { archiveName } from './archive-name.rules.js';

/** Contents of an archive, as a client names them. */
interface WantedArchive {
  readonly sha: string | undefined;
  readonly path: string | undefined;
  readonly excluded: readonly string[] | undefined;
  readonly format: ArchiveFormat;
}

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
   * @throws FileNotFound for an unknown ref or path, an empty repository and where nothing is left; ArchiveFormatUnavailable
   */
  async find(
    { projectId, rights }: Reader,
    fullPath: string,
    { sha, path = '', excluded: lacking = [], format }: WantedArchive,
  ): Promise<ArchiveFact> {
    if (!(await this.git.canArchive(format))) throw ArchiveFormatUnavailable();
    const repository = await this.repositoryFacts.readable(projectId);
    const ref = sha || (repository && (await this.git.branches.default(repository)));
    const revision = ref && parseRevision(ref);
    const found = repository && revision && (await this.git.revisions.find(repository, revision, rights));
    if (!found) throw FileNotFound();
    const { commit } = found;
    const treePath = await this.existing(repository, commit, path);
    const excluded = await Promise.all(lacking.map((each) => this.existing(repository, commit, each)));
    for (const each of excluded) if (!(await this.leavesAny(repository, commit, each))) throw FileNotFound();
    return {
      repository,
      commit,
      path: treePath,
      excluded,
      format,
      folder: archiveName(fullPath, ref, found, treePath),
    };
  }

  private async existing(repository: RepositoryPath, commit: ObjectId, path: string): Promise<TreePath> {
    const treePath = parseTreePath(path);
    if (treePath === null) throw FileNotFound();
    if (treePath !== ROOT_PATH && !(await this.git.trees.entryAt(repository, commit, treePath))) throw FileNotFound();
    return treePath;
  }

  /** Returns whether a commit has files outside of a path: git fails where it is to exclude all. */
  private async leavesAny(repository: RepositoryPath, commit: ObjectId, path: TreePath): Promise<boolean> {
    const names = path.split('/');
    for (let depth = 0; path !== ROOT_PATH && depth < names.length; depth += 1) {
      const folder = parseTreePath(names.slice(0, depth).join('/'))!;
      if ((await this.git.trees.list(repository, commit, folder)).total > 1) return true;
    }
    return false;
  }

  /** Creates the archive. @throws TooManyGits */
  make(fact: ArchiveFact, client: ServedClient): Promise<Readable> {
    return this.servedStreams.start(client, () => this.git.archive(fact.repository, fact));
  }
}
