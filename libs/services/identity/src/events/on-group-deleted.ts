import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { GroupDeletedEvent, WhichGroupsExistQuery } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { CredentialHoldersStore } from '../credential-holders/credential-holders.store.js';
import { DeployTokensStore } from '../deploy-tokens/deploy-tokens.store.js';
import { JobTokenScopesStore } from '../job-token-scopes/job-token-scopes.store.js';
import { RemoveBotsJob } from '../jobs.js';

/** Removes the credentials of a deleted group; from here on none are stored for its id. */
@Controller()
export class OnGroupDeleted {
  constructor(
    private readonly credentialHoldersStore: CredentialHoldersStore,
    private readonly deployTokensStore: DeployTokensStore,
    private readonly jobTokenScopesStore: JobTokenScopesStore,
    private readonly jobs: Jobs,
  ) {}

  @On(GroupDeletedEvent, { confirm: gone(WhichGroupsExistQuery, ({ groupId }) => ({ ids: [groupId] })) })
  async handle({ groupId }: EventDataOf<typeof GroupDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.credentialHoldersStore.bury(tx, { kind: 'group', id: groupId });
    await this.deployTokensStore.clear(tx, { kind: 'group', id: groupId });
    await this.jobTokenScopesStore.clear(tx, { kind: 'group', id: groupId });
    await this.jobs.add(tx, RemoveBotsJob, { kind: 'group', id: groupId });
  }
}
