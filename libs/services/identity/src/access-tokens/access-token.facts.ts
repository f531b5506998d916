import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { DirectLevelsQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { Clock } from '../clock.js';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { AccessTokenNotFound } from '../refusals.js';
import type { TokenRecord } from '../tokens/personal-tokens.store.js';
import type { TokenFact } from '../tokens/token.facts.js';
import { isActive } from '../tokens/token.rules.js';
import { BotsStore, type TokenState } from './bots.store.js';

/** Access token of a project or group, with the present level of its bot. */
export interface AccessTokenFact extends TokenFact {
  readonly level: number | null;
}

/** Reads of the access tokens of projects and groups. */
@Injectable()
export class AccessTokenFacts {
  constructor(
    private readonly db: Database,
    private readonly botsStore: BotsStore,
    private readonly calls: Calls,
    private readonly clock: Clock,
  ) {}

  async page(holder: CredentialHolder, state: TokenState, request: PageRequest): Promise<Page<AccessTokenFact>> {
    const page = await this.botsStore.tokens(this.db, holder, state, request, this.clock.today());
    return new Page(await this.withLevels(holder, page.items), page.request, page.total);
  }

  /** @throws AccessTokenNotFound also for a token of another project or group */
  async one(holder: CredentialHolder, id: number): Promise<AccessTokenFact> {
    return this.of(holder, await this.find(holder, id));
  }

  /** @throws AccessTokenNotFound also for a token of another project or group */
  async find(holder: CredentialHolder, id: number): Promise<TokenRecord> {
    const token = await this.botsStore.token(this.db, holder, id);
    if (!token) throw AccessTokenNotFound();
    return token;
  }

  /** Returns the token of a request of a bot. @throws AccessTokenNotFound when it is none of the project or group */
  async own(holder: CredentialHolder, { credential }: Principal): Promise<TokenRecord> {
    if (credential.kind !== 'personal' || credential.tokenId === null) throw AccessTokenNotFound();
    return this.find(holder, credential.tokenId);
  }

  async of(holder: CredentialHolder, token: TokenRecord): Promise<AccessTokenFact> {
    return (await this.withLevels(holder, [token]))[0]!;
  }

  private async withLevels(source: CredentialHolder, tokens: readonly TokenRecord[]): Promise<AccessTokenFact[]> {
    if (tokens.length === 0) return [];
    const userIds = [...new Set(tokens.map(({ userId }) => userId))];
    const { members } = await this.calls.query(DirectLevelsQuery, { source, userIds });
    const levels = new Map(members.map(({ userId, level }) => [userId, level]));
    const today = this.clock.today();
    return tokens.map((token) => ({
      ...token,
      active: isActive(token, today),
      level: levels.get(token.userId) ?? null,
    }));
  }
}
