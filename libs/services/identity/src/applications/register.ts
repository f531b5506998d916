import { randomBytes } from 'node:crypto';
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
import { ApplicationsStore, MOST_APPLICATIONS, type ApplicationRecord } from './applications.store.js';
import { hashOf } from '../oauth/issue.js';

/** New application. Its secret is returned this one time. */
export type RegisteredApplication =
  | { readonly application: ApplicationRecord; readonly secret: string }
  | { readonly failures: ApplicationFailures };

/** Registers an application for a user. */
@Injectable()
export class RegisterApplication {
  constructor(
    private readonly db: Database,
    private readonly applicationsStore: ApplicationsStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  async execute(ownerId: number, wanted: WantedApplication): Promise<RegisteredApplication> {
    const failures = applicationFailures(wanted);
    if (Object.keys(failures).length > 0) return { failures };
    const owned = await this.applicationsStore.owned(this.db, ownerId);
    if (owned.length >= MOST_APPLICATIONS)
      return { failures: { name: [`is one too many (maximum is ${MOST_APPLICATIONS})`] } };
    const [uid, secret] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
    const scopes = wanted.scopes as OAuthScope[];
    const { name, confidential, implicitGrantEnabled, passwordGrantEnabled } = wanted;
    const grants = { implicitGrantEnabled, passwordGrantEnabled };
    const redirectUris = [...wanted.redirectUris];
    const createdAt = this.clock.now();
    const application = { uid, ownerId, name, redirectUris, scopes, confidential, ...grants, createdAt };
    const id = await this.db.tx(async (tx) => {
      const made = await this.applicationsStore.insert(tx, { ...application, secretHash: hashOf(secret) });
      const subject = { type: 'application', id: made, name };
      await this.audit.append(tx, {
        kind: 'application.created',
        subject,
        details: { scopes, redirectUris, confidential, ...grants },
      });
      return made;
    });
    return { application: { ...application, id }, secret };
  }
}
