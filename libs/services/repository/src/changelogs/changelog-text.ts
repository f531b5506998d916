import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseTreePath, type RepositoryPath } from '../git/refs/paths.js';
import { ChangelogFailed } from '../refusals.js';

const MOST_BYTES = 4 * 1024 * 1024;

/** Reads changelogs and their configuration. */
@Injectable()
export class ChangelogText {
  constructor(private readonly git: Git) {}

  /** Text of a file; null without one. @throws ChangelogFailed for one of more than `mostBytes`, 4 MiB by default */
  async read(
    repository: RepositoryPath,
    commit: ObjectId,
    path: string,
    mostBytes = MOST_BYTES,
  ): Promise<string | null> {
    const treePath = parseTreePath(path);
    const entry = treePath && (await this.git.trees.entryAt(repository, commit, treePath));
    const blob = entry && (await this.git.blobs.find(repository, entry.id));
    if (!blob) return null;
    if (blob.size > mostBytes) throw ChangelogFailed({ reason: `The file ${path} is too large` });
    return (await blob.bytes()).toString();
  }
}
