import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { CredentialHoldersStore } from '../credential-holders/credential-holders.store.js';
import { DeployTokensStore } from '../deploy-tokens/deploy-tokens.store.js';
import { JobTokenScopesStore } from '../job-token-scopes/job-token-scopes.store.js';
import { RemoveBotsJob } from '../jobs.js';
import { DeployKeysStore } from '../deploy-keys/deploy-keys.store.js';

/** Removes the credentials of a deleted project; from here on none are stored for its id. */
@Controller()
export class OnProjectDeleted {
  constructor(
    private readonly credentialHoldersStore: CredentialHoldersStore,
    private readonly deployKeysStore: DeployKeysStore,
    private readonly deployTokensStore: DeployTokensStore,
    private readonly jobTokenScopesStore: JobTokenScopesStore,
    private readonly jobs: Jobs,
  ) {}

  @On(ProjectDeletedEvent, { confirm: gone(WhichProjectsExistQuery, ({ projectId }) => ({ ids: [projectId] })) })
  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.credentialHoldersStore.bury(tx, { kind: 'project', id: projectId });
    await this.deployKeysStore.clear(tx, projectId);
    await this.deployTokensStore.clear(tx, { kind: 'project', id: projectId });
    await this.jobTokenScopesStore.clear(tx, { kind: 'project', id: projectId });
    await this.jobs.add(tx, RemoveBotsJob, { kind: 'project', id: projectId });
  }
}
