import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import { typeOfMode } from '../git/objects/tree-object.js';
import type { Blob } from '../git/reads/blobs.js';
import { parseTreePath } from '../git/refs/paths.js';
import { MOST_SHOWN_BYTES } from '../pages/page-texts.js';
import { RefPathFacts, type RefLocation, type RefNames } from '../pages/ref-path.facts.js';
import { FileNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';

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
    private readonly refPathFacts: RefPathFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns the file that a text such as `main/lib/a.ts` names; the location of a folder whose path was given.
   * @throws TreeNotFound for an unknown ref; FileNotFound, also for an empty repository
   */
  async find(reader: Reader, text: string): Promise<FileLocation | { readonly folder: RefLocation }> {
    const location = await this.refPathFacts.find(reader, text);
    if (!location) throw FileNotFound();
    const { repository, commit } = location;
    const path = parseTreePath(location.path);
    if (path === '') return { folder: location };
    const entry = path && (await this.git.trees.entryAt(repository, commit, path));
    if (entry && typeOfMode(entry.mode) === 'tree') return { folder: location };
    const blob = entry && (await this.git.blobs.find(repository, entry.id));
    if (!blob) throw FileNotFound();
    return { ...location, path, blob };
  }

  /** Adds what the page of a file shows. */
  async shown(location: FileLocation, signal: AbortSignal): Promise<FilePageFact> {
    const { repository, commit, blob } = location;
    const path = parseTreePath(location.path)!;
    const [names, newest, content] = await Promise.all([
      this.refPathFacts.names(repository),
      this.git.history.newest(repository, commit, path, signal),
      blob.size > MOST_SHOWN_BYTES ? null : blob.bytes(),
    ]);
    const lastCommit = (await this.git.objects.commit(repository, newest ?? commit))!;
    return { ...location, names, lastCommit, content };
  }
}
