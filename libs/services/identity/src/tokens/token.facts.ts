import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, Unauthorized, type PageRequest } from '@hearth/http';
import { Clock } from '../clock.js';
import { ImpersonationTokenNotFound, NoPersonalToken, TokenNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import { PersonalTokensStore, type TokenRecord } from './personal-tokens.store.js';
import { isActive } from './token.rules.js';
import { TokensFinder, type TokenFilters } from './tokens.finder.js';

/** A token, and whether it opens anything now. */
export interface TokenFact extends TokenRecord {
  readonly active: boolean;
}

/** What is read of tokens. */
@Injectable()
export class TokenFacts {
  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly tokensFinder: TokensFinder,
    private readonly userFacts: UserFacts,
    private readonly clock: Clock,
  ) {}

  /** With whether the token is active now. */
  of(token: TokenRecord): TokenFact {
    return { ...token, active: isActive(token, this.clock.today()) };
  }

  /** @throws UserNotFound */
  async impersonationTokens(
    userId: number,
    state: TokenFilters['state'],
    request: PageRequest,
  ): Promise<Page<TokenFact>> {
    const page = await this.page({ impersonation: true, userId, state }, request);
    // Only a list of nothing leaves open whether there is such a user.
    if (page.items.length === 0 && !page.total) await this.userFacts.one(userId);
    return page;
  }

  /** @throws UserNotFound; ImpersonationTokenNotFound also for somebody else's token and for one that is not for impersonation */
  async impersonationToken(userId: number, id: number): Promise<TokenFact> {
    await this.userFacts.one(userId);
    const token = await this.personalTokensStore.find(this.db, id);
    if (!token?.impersonation || token.userId !== userId) throw ImpersonationTokenNotFound();
    return this.of(token);
  }

  /**
   * Users see their own tokens, admins everybody's.
   * @throws Unauthorized for a user who asks for somebody else's
   */
  async personalTokens(
    asker: Principal,
    filters: Omit<TokenFilters, 'impersonation'>,
    request: PageRequest,
  ): Promise<Page<TokenFact>> {
    if (asker.admin) return this.page({ ...filters, impersonation: false }, request);
    const userId = filters.userId ?? asker.userId;
    if (userId !== asker.userId) throw Unauthorized();
    return this.page({ ...filters, userId, impersonation: false }, request);
  }

  /**
   * A token that the asker has a say in: their own, and for admins everybody's. Impersonation tokens show to nobody here.
   * @throws TokenNotFound for admins; Unauthorized for others, who do not learn which tokens there are
   */
  async personalToken(asker: Principal, id: number): Promise<TokenFact> {
    const token = await this.personalTokensStore.find(this.db, id);
    if (token && !token.impersonation && (asker.admin || token.userId === asker.userId)) return this.of(token);
    throw asker.admin ? TokenNotFound() : Unauthorized();
  }

  /**
   * A user's own token, also for admins.
   * @throws TokenNotFound also for somebody else's token and for one that is for impersonation
   */
  async personalTokenOf(userId: number, id: number): Promise<TokenFact> {
    const token = await this.personalTokensStore.find(this.db, id);
    if (!token || token.impersonation || token.userId !== userId) throw TokenNotFound();
    return this.of(token);
  }

  /**
   * The token that the request itself came with.
   * @throws NoPersonalToken when it came with something else, or acts as somebody else; Unauthorized when the token has just gone
   */
  async ownToken({ credential }: Principal): Promise<TokenFact> {
    const { kind, tokenId } = credential;
    if (tokenId === null || (kind !== 'personal' && kind !== 'impersonation')) throw NoPersonalToken();
    const token = await this.personalTokensStore.find(this.db, tokenId);
    if (!token) throw Unauthorized();
    return this.of(token);
  }

  private async page(filters: TokenFilters, request: PageRequest): Promise<Page<TokenFact>> {
    const page = await this.tokensFinder.page(this.db, filters, request, this.clock.today());
    return page.map((token) => this.of(token));
  }
}
