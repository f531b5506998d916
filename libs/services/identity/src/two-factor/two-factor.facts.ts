import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { TwoFactorStore, type TwoFactorStatus } from './two-factor.store.js';

/** What is read of two-factor authentication. */
@Injectable()
export class TwoFactorFacts {
  constructor(
    private readonly db: Database,
    private readonly twoFactorStore: TwoFactorStore,
  ) {}

  /** How a user signs in. */
  async status(userId: number): Promise<TwoFactorStatus> {
    return (await this.twoFactorStore.status(this.db, userId))!;
  }
}
