import { createHash } from 'node:crypto';
import type { RepositoryPath } from '../refs/paths.js';
import type { RefSnapshot } from '../reads/ref-snapshots.js';
import type { Refs } from '../reads/refs.js';
import { readSharedRequest, type SharedRequest } from './fetch-request.js';
import type { AnswerReader, AnswerSource } from './pack-answer.js';
import type { PackCache } from './pack-cache.js';

/** Request of one client whose rights have been checked. */
export interface CheckedRequest {
  readonly body: Buffer;
  /** The client's Git-Protocol header. */
  readonly protocol: string | undefined;
  /** Configuration with which git answers it: what it hides, which filters it takes. */
  readonly configuration: Readonly<Record<string, string>>;
}

/**
 * Finds equal requests: those with the same body for the same repository, with the same rights, while nothing has changed on which the answer depends. A
 * clone by version 2 of the protocol names the ids that it wants, so that it depends on the tags (they come with the commits that they name) and
 * not on branches; other answers depend on all refs.
 */
export class SharedAnswers {
  readonly #numbers = new WeakMap<RefSnapshot, number>();
  readonly #tags = new WeakMap<RefSnapshot, string>();
  #lastNumber = 0;

  constructor(
    private readonly refs: Refs,
    private readonly cache: PackCache,
  ) {}

  /** Returns a reader of the answer as {@link PackCache.read} does; null for a request that needs a git of its own. */
  async read(
    repository: RepositoryPath,
    request: CheckedRequest,
    start: () => AnswerSource,
  ): Promise<{ reader: AnswerReader; isHit: boolean } | null> {
    const shared = readSharedRequest(request.protocol, request.body);
    if (shared === null) return null;
    const state = await this.#stateOf(repository, shared);
    const { protocol, configuration } = request;
    const parts = JSON.stringify([repository, protocol, configuration, shared.digest, state]);
    const key = createHash('sha256').update(parts).digest('hex');
    const isCurrent = async () => shared.dependsOn === 'tags' || (await this.#headOf(repository)) === state[1];
    return this.cache.read({ key, command: shared.command, start, isCurrent });
  }

  async #stateOf(repository: RepositoryPath, { dependsOn }: SharedRequest): Promise<[number | string, string?]> {
    const refs = await this.refs.readable(repository, true);
    return dependsOn === 'tags' ? [this.#tagsOf(refs)] : [this.#numberOf(refs), await this.#headOf(repository)];
  }

  async #headOf(repository: RepositoryPath): Promise<string> {
    return (await this.refs.head(repository)) ?? '';
  }

  /** Each state of the refs has a number of its own, also when they return to what they were: an answer that git made in between is not mistaken for it. */
  #numberOf(refs: RefSnapshot): number {
    let number = this.#numbers.get(refs);
    if (number === undefined) this.#numbers.set(refs, (number = this.#lastNumber += 1));
    return number;
  }

  #tagsOf(refs: RefSnapshot): string {
    let digest = this.#tags.get(refs);
    if (digest !== undefined) return digest;
    const hash = createHash('sha256');
    for (const [ref, tip] of refs) if (ref.startsWith('refs/tags/')) hash.update(`${tip} ${ref}\n`);
    this.#tags.set(refs, (digest = hash.digest('hex')));
    return digest;
  }
}
