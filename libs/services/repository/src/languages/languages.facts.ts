import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { LRUCache } from 'lru-cache';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import type { LanguageSizes } from './language.rules.js';

const LIMITS = { most: 500_000, timeoutMs: 30_000 };

/** Share of a language in a branch. */
export interface LanguageShare {
  readonly name: string;
  readonly percent: number;
  /** As in `#RRGGBB`. */
  readonly color: string;
}

/** Languages of the default branch. */
@Injectable()
export class LanguagesFacts {
  /** Shares by repository and commit; equal requests at the same time read once. */
  readonly #shares = new LRUCache<string, Promise<Record<string, number>>>({ max: 1000 });

  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /** Share of each language in percent, the largest first; empty for an empty repository. @throws GitTimeout */
  async shares(projectId: ProjectId): Promise<Record<string, number>> {
    const repository = await this.repositoryFacts.readable(projectId);
    const name = repository && (await this.git.branches.default(repository));
    const branch = name && (await this.git.branches.find(repository, name));
    if (!branch) return {};
    const key = `${repository} ${branch.tip}`;
    const known = this.#shares.get(key);
    if (known) return known;
    const reading = this.read(repository, branch.tip);
    this.#shares.set(key, reading);
    reading.catch(() => this.#shares.delete(key));
    return reading;
  }

  /** The same with the colours that Linguist gives them. @throws GitTimeout */
  async coloured(projectId: ProjectId): Promise<LanguageShare[]> {
    const shares = Object.entries(await this.shares(projectId));
    const { colorOf } = await import('./language.rules.js');
    return shares.map(([name, percent]) => ({ name, percent, color: colorOf(name) }));
  }

  private async read(repository: RepositoryPath, commit: ObjectId): Promise<Record<string, number>> {
    // The table of all languages takes 30 MB and a fifth of a second: it is loaded by the first request that needs it.
    const { languageOf, sharesOf } = await import('./language.rules.js');
    const sizes: LanguageSizes = new Map();
    await this.git.fileSizes.each(repository, commit, LIMITS, (path, bytes) => {
      const language = languageOf(path);
      if (language !== undefined) sizes.set(language, (sizes.get(language) ?? 0) + bytes);
    });
    return sharesOf(sizes);
  }
}
