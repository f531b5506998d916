import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import type { DeployTokenGrantQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Clock } from '../clock.js';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { DeployTokenNotFound } from '../refusals.js';
import { DeployTokensStore, type DeployTokenRecord, type DeployTokenState } from './deploy-tokens.store.js';

/** Deploy token with its current state. */
export interface DeployTokenFact extends DeployTokenRecord {
  readonly expired: boolean;
}

/** Reads of deploy tokens. */
@Injectable()
export class DeployTokenFacts {
  constructor(
    private readonly db: Database,
    private readonly deployTokensStore: DeployTokensStore,
    private readonly clock: Clock,
  ) {}

  async page(state: DeployTokenState, request: PageRequest): Promise<Page<DeployTokenFact>> {
    const page = await this.deployTokensStore.page(this.db, state, request, this.clock.now());
    return page.map((token) => this.of(token));
  }

  async pageOf(
    holder: CredentialHolder,
    state: DeployTokenState,
    request: PageRequest,
  ): Promise<Page<DeployTokenFact>> {
    const page = await this.deployTokensStore.pageOf(this.db, holder, state, request, this.clock.now());
    return page.map((token) => this.of(token));
  }

  /** @throws DeployTokenNotFound also for a token of another project or group */
  async one(holder: CredentialHolder, id: number): Promise<DeployTokenFact> {
    const token = await this.deployTokensStore.find(this.db, holder, id);
    if (!token) throw DeployTokenNotFound();
    return this.of(token);
  }

  /** Adds the current state to a token. */
  of(token: DeployTokenRecord): DeployTokenFact {
    return { ...token, expired: token.expiresAt !== null && token.expiresAt <= this.clock.now() };
  }

  /** Returns the project or group that a token reads, with one statement; null for a token that was deleted or has expired. */
  async grant({ tokenId }: InputOf<typeof DeployTokenGrantQuery>): Promise<OutputOf<typeof DeployTokenGrantQuery>> {
    return { holder: (await this.deployTokensStore.holder(this.db, tokenId, this.clock.now())) ?? null };
  }
}
