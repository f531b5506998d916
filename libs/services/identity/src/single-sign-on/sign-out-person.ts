import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { IdentitiesStore } from '../identities/identities.store.js';
import { EndSession } from '../sessions/end-session.js';
import { PROVIDER } from './person.rules.js';

/** Ends the sessions of a person who has signed out at the provider. */
@Injectable()
export class SignOutPerson {
  constructor(
    private readonly db: Database,
    private readonly identitiesStore: IdentitiesStore,
    private readonly endSession: EndSession,
  ) {}

  /** A person without an account is signed out already. */
  async execute(subject: string): Promise<void> {
    const userId = await this.identitiesStore.holder(this.db, { provider: PROVIDER, externUid: subject });
    if (userId !== undefined) await this.endSession.all(userId);
  }
}
