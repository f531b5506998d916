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

/** Token with its current state. */
export interface TokenFact extends TokenRecord {
  readonly active: boolean;
}

/** Reads of tokens. */
@Injectable()
export class TokenFacts {
  constructor(
    private readonly db: Database,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly tokensFinder: TokensFinder,
    private readonly userFacts: UserFacts,
    private readonly clock: Clock,
  ) {}

  /** Adds the current state to a token. */
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
    // Only an empty list can belong to an unknown user.
    if (page.items.length === 0 && !page.total) await this.userFacts.one(userId);
    return page;
  }

  /** @throws UserNotFound; ImpersonationTokenNotFound also for another user's token and for a personal one */
  async impersonationToken(userId: number, id: number): Promise<TokenFact> {
    await this.userFacts.one(userId);
    const token = await this.personalTokensStore.find(this.db, id);
    if (!token?.impersonation || token.userId !== userId) throw ImpersonationTokenNotFound();
    return this.of(token);
  }

  /**
   * Lists personal tokens: users can list their own, admins those of all users.
   * @throws Unauthorized for users who ask for another user's tokens
   */
  async personalTokens(
    caller: Principal,
    filters: Omit<TokenFilters, 'impersonation'>,
    request: PageRequest,
  ): Promise<Page<TokenFact>> {
    if (caller.admin) return this.page({ ...filters, impersonation: false }, request);
    const userId = filters.userId ?? caller.userId;
    if (userId !== caller.userId) throw Unauthorized();
    return this.page({ ...filters, userId, impersonation: false }, request);
  }

  /**
   * Returns a personal token that the caller may manage: the caller's own, and for admins any. Impersonation tokens are never found.
   * @throws TokenNotFound for admins; Unauthorized for others, so that they do not learn which tokens exist
   */
  async personalToken(caller: Principal, id: number): Promise<TokenFact> {
    const token = await this.personalTokensStore.find(this.db, id);
    if (token && !token.impersonation && (caller.admin || token.userId === caller.userId)) return this.of(token);
    throw caller.admin ? TokenNotFound() : Unauthorized();
  }

  /**
   * Returns a user's own personal token; admins have no further ones here.
   * @throws TokenNotFound also for another user's token and for an impersonation token
   */
  async personalTokenOf(userId: number, id: number): Promise<TokenFact> {
    const token = await this.personalTokensStore.find(this.db, id);
    if (!token || token.impersonation || token.userId !== userId) throw TokenNotFound();
    return this.of(token);
  }

  /**
   * Returns the token of the request.
   * @throws NoPersonalToken when the request has another credential, or impersonates a user by `sudo`; Unauthorized when the token was just
   *   deleted
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
