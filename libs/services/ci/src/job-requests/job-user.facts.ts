import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';

/** Reads the users whose rights jobs have. */
@Injectable()
export class JobUserFacts {
  constructor(private readonly calls: Calls) {}

  /** Returns a user; null for one who was deleted or is blocked. */
  async principal(id: number): Promise<Principal | null> {
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id } });
    return blocked ? null : principal;
  }
}
