import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { isRegisteredUri } from './application.rules.js';
import {
  ApplicationsStore,
  type ApplicationRecord,
  type AuthorizedApplication,
  type Client,
} from './applications.store.js';

export type { Client };

/** Reads of applications. */
@Injectable()
export class ApplicationFacts {
  constructor(
    private readonly db: Database,
    private readonly applicationsStore: ApplicationsStore,
    private readonly clock: Clock,
  ) {}

  /** Returns the client of an authorization request; undefined unless the redirect URI is registered for it. */
  async client(uid: string | undefined, redirectUri: string | undefined): Promise<Client | undefined> {
    if (uid === undefined || redirectUri === undefined) return undefined;
    const client = await this.applicationsStore.client(this.db, uid);
    return client && isRegisteredUri(redirectUri, client) ? client : undefined;
  }

  owned(userId: number): Promise<ApplicationRecord[]> {
    return this.applicationsStore.owned(this.db, userId);
  }

  oneOwned(id: number, userId: number): Promise<ApplicationRecord | undefined> {
    return this.applicationsStore.oneOwned(this.db, id, userId);
  }

  /** Lists the applications that may act for a user. */
  authorized(userId: number): Promise<AuthorizedApplication[]> {
    return this.applicationsStore.authorized(this.db, userId, this.clock.now());
  }
}
