import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { DeployTokensStore } from '../deploy-tokens/deploy-tokens.store.js';
import { JobTokenScopesStore } from '../job-token-scopes/job-token-scopes.store.js';
import { RemoveBotsJob } from '../jobs.js';
import type { CredentialHolder } from './credential-holder.rules.js';
import { CredentialHoldersStore } from './credential-holders.store.js';

/** Removes the credentials of a deleted project or group; from here on none are stored for its id. */
@Injectable()
export class RemoveCredentials {
  constructor(
    private readonly credentialHoldersStore: CredentialHoldersStore,
    private readonly deployTokensStore: DeployTokensStore,
    private readonly jobTokenScopesStore: JobTokenScopesStore,
    private readonly jobs: Jobs,
  ) {}

  /** Deletes its deploy tokens and allowlist entries. A job deletes its bots, which takes calls to other services. */
  async execute(tx: Tx, holder: CredentialHolder): Promise<void> {
    await this.credentialHoldersStore.bury(tx, holder);
    await this.deployTokensStore.clear(tx, holder);
    await this.jobTokenScopesStore.clear(tx, holder);
    await this.jobs.add(tx, RemoveBotsJob, holder);
  }
}
