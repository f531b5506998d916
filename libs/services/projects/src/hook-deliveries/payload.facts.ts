import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OwnAddress } from '@hearth/config';
import type { OutputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { CommitMissing, PushDetailsQuery } from '@hearth/repository-contracts';
import { DeliveriesStore, type PayloadProject, type WaitingDelivery } from './deliveries.store.js';
import type { PushSubject } from './delivery.rules.js';

/** Facts of the payload of a push. */
export interface PushFacts {
  readonly push: PushSubject;
  readonly project: PayloadProject;
  /** Null for a user who was deleted for good. */
  readonly user: UserCard | null;
  readonly details: OutputOf<typeof PushDetailsQuery>;
  readonly baseUrl: string;
}

/** Reads what payloads consist of, from this service and the owners of the rest. */
@Injectable()
export class PayloadFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly ownAddress: OwnAddress,
  ) {}

  /** @returns undefined when the project is gone */
  async ofPush({ subject: push, projectId }: WaitingDelivery): Promise<PushFacts | undefined> {
    const project = await this.deliveriesStore.project(this.db, projectId);
    if (!project) return undefined;
    const { users } = await this.calls.query(UsersByIdsQuery, { ids: [push.userId] });
    const details = await this.details(push);
    return { push, project, user: users[0] ?? null, details, baseUrl: this.ownAddress.url ?? '' };
  }

  /** Without commits for a deletion, and where the pushed commits are gone. */
  private async details({ projectId, ref, oldId, newId, defaultBranch }: PushSubject): Promise<PushFacts['details']> {
    const none = { checkoutId: newId, message: null, commits: [], total: 0 };
    if (newId === null) return none;
    const isDefaultBranch = ref === `refs/heads/${defaultBranch}`;
    try {
      return await this.calls.query(PushDetailsQuery, { projectId, ref, from: oldId, to: newId, isDefaultBranch });
    } catch (error) {
      if (CommitMissing.is(error)) return none;
      throw error;
    }
  }
}
