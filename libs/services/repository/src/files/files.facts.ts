import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import { typeOfMode } from '../git/objects/tree-object.js';
import type { Commit } from '../git/objects/commit-object.js';
import { GitOutputLimit } from '../git/process/errors.js';
import type { BlamedLine } from '../git/reads/blame.js';
import type { Blob } from '../git/reads/blobs.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseTreePath, type RepositoryPath, type TreePath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import { CommitNotFound, FileNotFound, FileTooLargeToBlame } from '../refusals.js';
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

/** Numbers of lines, from 1 on, both inclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Adjacent lines that come from one commit. */
export interface BlameHunk {
  readonly commit: Commit;
  readonly lines: readonly string[];
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
    reader: Reader,
    { filePath, ref }: { filePath: string; ref: string },
    signal?: AbortSignal,
  ): Promise<FileFact> {
    const { repository, commit } = await this.commit(reader, ref);
    const found = await this.blobAt(repository, commit, filePath);
    if (!found) throw FileNotFound();
    const { path, blob } = found;
    const lastCommit = await this.git.history.newest(repository, commit, path, signal);
    return { path, ref, blob, commit, lastCommit: lastCommit ?? commit };
  }

  /**
   * Returns the lines of a file with the commits that they come from; of a range, those between its ends.
   * @throws CommitNotFound, FileNotFound, FileTooLargeToBlame
   */
  async blame(
    reader: Reader,
    { filePath, ref, range }: { filePath: string; ref: string; range?: LineRange | undefined },
    signal?: AbortSignal,
  ): Promise<BlameHunk[]> {
    const { repository, commit } = await this.commit(reader, ref);
    const found = await this.blobAt(repository, commit, filePath);
    if (!found) throw FileNotFound();
    const lines = await this.git.blame.lines(repository, commit, found.path, signal).catch((error: unknown) => {
      throw error instanceof GitOutputLimit ? FileTooLargeToBlame() : error;
    });
    const runs = runsOf(range ? lines.slice(range.start - 1, range.end) : lines);
    const commits = await this.git.objects.commits(repository, [...new Set(runs.map((run) => run.commit))]);
    const byId = new Map(commits.map((each) => [each.id, each]));
    return runs.map((run) => ({ commit: byId.get(run.commit)!, lines: run.lines }));
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

  /** Returns the paths of the files of a folder of a commit, or of all; null when its tree has more than `most` entries. */
  async paths(projectId: ProjectId, commit: ObjectId, most: number, folder = ''): Promise<string[] | null> {
    const repository = await this.repositoryFacts.readable(projectId);
    const path = parseTreePath(folder);
    if (!repository || path === null) return [];
    const listing = await this.git.trees.list(repository, commit, path, { recursive: true });
    if (listing.total > most) return null;
    return listing.page(path).flatMap((entry) => (entry.type === 'blob' ? [entry.path] : []));
  }

  /** Returns the ids of the contents of files of a commit; null where there is no such file. */
  async ids(projectId: ProjectId, commit: ObjectId, paths: readonly string[]): Promise<(ObjectId | null)[]> {
    const repository = await this.repositoryFacts.readable(projectId);
    const ids: (ObjectId | null)[] = [];
    for (const filePath of paths) {
      const path = repository && parseTreePath(filePath);
      const entry = path && (await this.git.trees.entryAt(repository, commit, path));
      ids.push(entry && typeOfMode(entry.mode) === 'blob' ? entry.id : null);
    }
    return ids;
  }

  /** @throws CommitNotFound */
  private async commit(
    { projectId, rights }: Reader,
    ref: string,
  ): Promise<{ repository: RepositoryPath; commit: ObjectId }> {
    const repository = await this.repositoryFacts.readable(projectId);
    const revision = parseRevision(ref);
    const commit = repository && revision && (await this.git.revisions.resolve(repository, revision, rights));
    if (!commit) throw CommitNotFound();
    return { repository, commit };
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

/** Joins adjacent lines that come from one commit. */
function runsOf(lines: readonly BlamedLine[]): { commit: ObjectId; lines: string[] }[] {
  const runs: { commit: ObjectId; lines: string[] }[] = [];
  for (const { commit, text } of lines) {
    const last = runs.at(-1);
    if (last?.commit === commit) last.lines.push(text);
    else runs.push({ commit, lines: [text] });
  }
  return runs;
}
