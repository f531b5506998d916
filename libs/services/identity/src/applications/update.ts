import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import {
  applicationFailures,
  type ApplicationFailures,
  type OAuthScope,
  type WantedApplication,
} from './application.rules.js';
import { ApplicationsStore } from './applications.store.js';

/** Changes an application of a user. Removed scopes end at once, for existing tokens, too. */
@Injectable()
export class UpdateApplication {
  constructor(
    private readonly db: Database,
    private readonly applicationsStore: ApplicationsStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @returns the failures; undefined when the user has no such application */
  async execute(id: number, ownerId: number, wanted: WantedApplication): Promise<ApplicationFailures | undefined> {
    const failures = applicationFailures(wanted);
    return this.db.tx(async (tx) => {
      const application = await this.applicationsStore.lockOwned(tx, id, ownerId);
      if (!application) return undefined;
      if (Object.keys(failures).length > 0) return failures;
      const { name, confidential, implicitGrantEnabled, passwordGrantEnabled } = wanted;
      const change = {
        ...{ name, confidential, implicitGrantEnabled, passwordGrantEnabled },
        redirectUris: [...wanted.redirectUris],
        scopes: wanted.scopes as OAuthScope[],
      };
      await this.applicationsStore.change(tx, id, change, this.clock.now());
      await this.audit.append(tx, {
        kind: 'application.updated',
        subject: { type: 'application', id, name },
        details: change,
      });
      return failures;
    });
  }
}
