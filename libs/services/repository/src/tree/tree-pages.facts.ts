import { Injectable } from '@nestjs/common';
import { Page } from '@hearth/http';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import { typeOfMode } from '../git/objects/tree-object.js';
import type { TreeEntry, TreeListing } from '../git/reads/tree-listing.js';
import { parseTreePath, type TreePath } from '../git/refs/paths.js';
import { MOST_SHOWN_BYTES } from '../pages/shown-bytes.js';
import { RefNamesFacts, type RefNames } from '../pages/ref-names.facts.js';
import type { RefLocation } from '../pages/ref-path.rules.js';
import { FileNotFound } from '../refusals.js';
import { readmeAmong } from '../statistics/readme.rules.js';

/** A folder of a commit. */
export interface TreePageFact extends RefLocation {
  readonly names: RefNames;
  readonly listing: Page<TreeEntry>;
  /** Newest commit that touches the folder. */
  readonly newest: Commit;
  readonly readme: ReadmeFact | null;
  /** Newest commits of the listed entries by their names, as far as one walk finds them. */
  readonly lastCommits: ReadonlyMap<string, Commit>;
}

export interface ReadmeFact {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** Rows of a page. */
const PER_PAGE = 200;
/** Entries of a folder up to which its README is searched. */
const MOST_SEARCHED = 10_000;

@Injectable()
export class TreePagesFacts {
  constructor(
    private readonly refNamesFacts: RefNamesFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns a page of a folder; null for the location of a file.
   * @throws FileNotFound
   */
  async page(location: RefLocation, page: number, signal: AbortSignal): Promise<TreePageFact | null> {
    const { repository, commit } = location;
    const path = parseTreePath(location.path);
    if (path === null) throw FileNotFound();
    const entry = path === '' ? null : await this.git.trees.entryAt(repository, commit, path);
    const type = entry && typeOfMode(entry.mode);
    if (type === 'blob') return null;
    if (path !== '' && type !== 'tree') throw FileNotFound();
    const listing = await this.git.trees.list(repository, commit, path);
    const rows = listing.page(path, (page - 1) * PER_PAGE, PER_PAGE);
    const entries = { folder: path, names: rows.map(({ name }) => name) };
    const [names, newest, readme, lastCommits] = await Promise.all([
      this.refNamesFacts.first(repository),
      path === '' ? commit : this.git.history.newest(repository, commit, path, signal),
      page === 1 ? this.readme(location, path, listing) : null,
      this.git.lastCommits.ofEntries(repository, commit, entries, signal),
    ]);
    return {
      ...{ ...location, path, names, readme, lastCommits },
      listing: new Page(rows, { page, perPage: PER_PAGE }, listing.total),
      newest: (await this.git.objects.commit(repository, newest ?? commit))!,
    };
  }

  private async readme(
    { repository }: RefLocation,
    folder: TreePath,
    listing: TreeListing,
  ): Promise<ReadmeFact | null> {
    if (listing.total > MOST_SEARCHED) return null;
    const files = listing.page(folder).filter(({ type }) => type === 'blob');
    const name = readmeAmong(files.map((file) => file.name));
    const file = files.find((each) => each.name === name);
    const blob = file && (await this.git.blobs.find(repository, file.id));
    if (!blob || blob.size > MOST_SHOWN_BYTES) return null;
    const content = await blob.bytes();
    return content.includes(0) ? null : { name: file.name, path: file.path, text: content.toString() };
  }
}
