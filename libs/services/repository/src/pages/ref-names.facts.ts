import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';

/** Names for the menu of refs: the first of each, ordered by their bytes. */
export interface RefNames {
  readonly branches: readonly string[];
  readonly tags: readonly string[];
}

/** Most branches, and most tags, in the menu of refs. */
const MOST_NAMES = 100;

@Injectable()
export class RefNamesFacts {
  constructor(private readonly git: Git) {}

  async first(repository: RepositoryPath): Promise<RefNames> {
    const [branches, tags] = await Promise.all([this.git.branches.list(repository), this.git.tags.list(repository)]);
    const first = (all: readonly { readonly name: string }[]) => all.slice(0, MOST_NAMES).map(({ name }) => name);
    return { branches: first(branches), tags: first(tags) };
  }
}
