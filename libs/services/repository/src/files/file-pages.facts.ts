import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import { typeOfMode } from '../git/objects/tree-object.js';
import type { Blob } from '../git/reads/blobs.js';
import { parseTreePath } from '../git/refs/paths.js';
import { MOST_SHOWN_BYTES } from '../pages/shown-bytes.js';
import { RefNamesFacts, type RefNames } from '../pages/ref-names.facts.js';
import type { RefLocation } from '../pages/ref-path.rules.js';
import { FileNotFound } from '../refusals.js';

/** A file of a commit, by an address. */
export interface FileLocation extends RefLocation {
  readonly blob: Blob;
}

export interface FilePageFact extends FileLocation {
  readonly names: RefNames;
  /** Newest commit that touches the file. */
  readonly lastCommit: Commit;
  /** Null for a file that is too large for a page. */
  readonly content: Buffer | null;
}

@Injectable()
export class FilePagesFacts {
  constructor(
    private readonly refNamesFacts: RefNamesFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns the file at a location; null for that of a folder.
   * @throws FileNotFound
   */
  async find(location: RefLocation): Promise<FileLocation | null> {
    const { repository, commit } = location;
    const path = parseTreePath(location.path);
    if (path === '') return null;
    const entry = path && (await this.git.trees.entryAt(repository, commit, path));
    if (entry && typeOfMode(entry.mode) === 'tree') return null;
    const blob = entry && (await this.git.blobs.find(repository, entry.id));
    if (!blob) throw FileNotFound();
    return { ...location, path, blob };
  }

  /** Adds what the page of a file shows. */
  async shown(location: FileLocation, signal: AbortSignal): Promise<FilePageFact> {
    const { repository, commit, blob } = location;
    const path = parseTreePath(location.path)!;
    const [names, newest, content] = await Promise.all([
      this.refNamesFacts.first(repository),
      this.git.history.newest(repository, commit, path, signal),
      blob.size > MOST_SHOWN_BYTES ? null : blob.bytes(),
    ]);
    const lastCommit = (await this.git.objects.commit(repository, newest ?? commit))!;
    return { ...location, names, lastCommit, content };
  }
}
