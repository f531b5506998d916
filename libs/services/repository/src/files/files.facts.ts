import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { Blob } from '../git/reads/blobs.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseTreePath, type RepositoryPath, type TreePath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import { CommitNotFound, FileNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** A file of a commit. */
export interface FileFact {
  readonly path: TreePath;
  /** As the caller named the commit. */
  readonly ref: string;
  readonly blob: Blob;
  readonly commit: ObjectId;
  /** Newest commit of the ref's history that touches the file. */
  readonly lastCommit: ObjectId;
}

@Injectable()
export class FilesFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns a file or symlink by its path.
   * @throws CommitNotFound for an unknown ref and an empty repository; FileNotFound also for directories and submodules
   */
  async one(
    { projectId, rights }: Reader,
    { filePath, ref }: { filePath: string; ref: string },
    signal?: AbortSignal,
  ): Promise<FileFact> {
    const repository = await this.repositoryFacts.readable(projectId);
    const revision = parseRevision(ref);
    const commit = repository && revision && (await this.git.revisions.resolve(repository, revision, rights));
    if (!commit) throw CommitNotFound();
    const found = await this.blobAt(repository, commit, filePath);
    if (!found) throw FileNotFound();
    const { path, blob } = found;
    const lastCommit = await this.git.history.newest(repository, commit, path, signal);
    return { path, ref, blob, commit, lastCommit: lastCommit ?? commit };
  }

  /**
   * Returns the text of a file in a commit.
   * @param mostBytes larger files are not read
   * @returns undefined when there is no such file; null for a larger one
   */
  async text(
    projectId: ProjectId,
    commit: ObjectId,
    filePath: string,
    mostBytes: number,
  ): Promise<string | null | undefined> {
    const repository = await this.repositoryFacts.readable(projectId);
    const found = repository && (await this.blobAt(repository, commit, filePath));
    if (!found) return undefined;
    return found.blob.size > mostBytes ? null : (await found.blob.bytes()).toString();
  }

  private async blobAt(
    repository: RepositoryPath,
    commit: ObjectId,
    filePath: string,
  ): Promise<{ path: TreePath; blob: Blob } | null> {
    const path = parseTreePath(filePath);
    const entry = path && (await this.git.trees.entryAt(repository, commit, path));
    const blob = entry && (await this.git.blobs.find(repository, entry.id));
    return blob ? { path: path!, blob } : null;
  }
}
