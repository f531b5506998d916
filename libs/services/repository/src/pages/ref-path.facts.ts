import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import { parseRevision } from '../git/refs/revision.js';
import type { RefName } from '../git/refs/ref-name.js';
import { TreeNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { splitRefPath, type RefLocation } from './ref-path.rules.js';

/** Finds what the address of a page names. */
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
}
