import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ComparedCommits } from '../compare/compare.facts.js';
import { Git } from '../git/git.js';
import type { PatchFormat, PatchRequest } from '../git/history/patches.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { ServedStreams, type ServedClient } from '../git-http/served-streams.js';
import { RefNotFound } from '../refusals.js';

/** Resolved request for a patch. */
export interface PatchFact extends PatchRequest {
  readonly repository: RepositoryPath;
}

/** Patches and diffs of commits, as git makes them. */
@Injectable()
export class PatchesFacts {
  constructor(
    private readonly git: Git,
    private readonly servedStreams: ServedStreams,
  ) {}

  /** Finds the changes of a ref since its merge base with another. @throws RefNotFound where there is no merge base */
  async between({ repository, from, to }: ComparedCommits, format: PatchFormat): Promise<PatchFact> {
    const since = await this.git.ancestry.mergeBase(repository, [from, to]);
    if (!since) throw RefNotFound();
    return { repository, commit: to, since, format };
  }

  /** Starts the stream. @throws TooManyGits */
  make(fact: PatchFact, client: ServedClient): Promise<Readable> {
    return this.servedStreams.start(client, () => this.git.patches(fact.repository, fact));
  }
}
