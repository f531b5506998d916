import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OwnAddress } from '@hearth/config';
import type { ProjectId, PublicAddresses } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { CommitsByIdsQuery, type CommitCard } from '@hearth/repository-contracts';
import { PayloadsStore, type PayloadLabel, type PayloadProject } from './payloads.store.js';

const MOST_USERS = 100;

/** Reads the records that several kinds of payloads have. */
@Injectable()
export class RecordFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly payloadsStore: PayloadsStore,
    private readonly ownAddress: OwnAddress,
  ) {}

  /** Addresses of Hearth; the base URL is empty where none is configured. */
  get addresses(): PublicAddresses {
    const { url, sshPrefix } = this.ownAddress;
    return { baseUrl: url ?? '', sshPrefix };
  }

  /** @returns undefined when it was deleted */
  project(id: ProjectId): Promise<PayloadProject | undefined> {
    return this.payloadsStore.project(this.db, id);
  }

  /** Returns users by id; those that were deleted for good are left out. */
  async users(ids: readonly (number | null)[]): Promise<ReadonlyMap<number, UserCard>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    const users = new Map<number, UserCard>();
    for (let at = 0; at < wanted.length; at += MOST_USERS) {
      const answer = await this.calls.query(UsersByIdsQuery, { ids: wanted.slice(at, at + MOST_USERS) });
      for (const user of answer.users) users.set(user.askedAs ?? user.id, user);
    }
    return users;
  }

  async labels(ids: readonly number[]): Promise<ReadonlyMap<number, PayloadLabel>> {
    if (ids.length === 0) return new Map();
    const labels = await this.payloadsStore.labels(this.db, [...new Set(ids)]);
    return new Map(labels.map((label) => [label.id, label] as const));
  }

  /** @returns null without an id, and where the repository has no such commit */
  async commit(projectId: ProjectId, id: string | null): Promise<CommitCard | null> {
    if (id === null) return null;
    const { commits } = await this.calls.query(CommitsByIdsQuery, { projectId, ids: [id] });
    return commits[0] ?? null;
  }
}
