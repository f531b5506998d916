import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { ResolvedRevision } from '../git/reads/revisions.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import type { RefName } from '../git/refs/ref-name.js';
import { TreeNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { splitRefPath, type RefPath } from './ref-path.rules.js';

/** The commit and the path that the address of a page names. */
export interface RefLocation extends RefPath, ResolvedRevision {
  readonly repository: RepositoryPath;
}

/** Names for the menu of refs: the first of each, ordered by their bytes. */
export interface RefNames {
  readonly branches: readonly string[];
  readonly tags: readonly string[];
}

/** Most branches, and most tags, in the menu of refs. */
const MOST_NAMES = 100;

/** Reads that pages of files and commits share. */
@Injectable()
export class RefPathFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns the commit and the path that a text such as `feature/x/lib/a.ts` names; null for a repository without refs.
   * @param text by default, the name of the default branch
   * @throws TreeNotFound for an unknown ref
   */
  async find({ projectId, rights }: Reader, text?: string): Promise<RefLocation | null> {
    const repository = await this.repositoryFacts.readable(projectId);
    const refs = repository && (await this.git.refs.readable(repository, rights.mergeRequestHeads));
    if (!refs || refs.size === 0) {
      this.repositoryFacts.requireComplete();
      return null;
    }
    const exists = (name: string) =>
      [`refs/heads/${name}`, `refs/tags/${name}`, name].some((ref) => refs.has(ref as RefName));
    const named = text ?? (await this.git.branches.default(repository)) ?? 'HEAD';
    const { ref, path } = splitRefPath(named, exists);
    const revision = parseRevision(ref);
    const found = revision && (await this.git.revisions.find(repository, revision, rights));
    if (!found) throw TreeNotFound();
    return { repository, ref, path, ...found };
  }

  async names(repository: RepositoryPath): Promise<RefNames> {
    const [branches, tags] = await Promise.all([this.git.branches.list(repository), this.git.tags.list(repository)]);
    const first = (all: readonly { readonly name: string }[]) => all.slice(0, MOST_NAMES).map(({ name }) => name);
    return { branches: first(branches), tags: first(tags) };
  }
}
