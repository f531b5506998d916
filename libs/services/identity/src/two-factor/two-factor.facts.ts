import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { TwoFactorStore, type TwoFactorStatus } from './two-factor.store.js';

/** Reads of two-factor authentication. */
@Injectable()
export class TwoFactorFacts {
  constructor(
    private readonly db: Database,
    private readonly twoFactorStore: TwoFactorStore,
  ) {}

  /** Returns the state of a user's two-factor authentication. */
  async status(userId: number): Promise<TwoFactorStatus> {
    return (await this.twoFactorStore.status(this.db, userId))!;
  }
}
