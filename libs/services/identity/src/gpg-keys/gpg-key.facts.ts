import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { GpgKeyNotFound } from '../refusals.js';
import { GpgKeysStore, type GpgKeyRecord } from './gpg-keys.store.js';

/** Reads of GPG keys. */
@Injectable()
export class GpgKeyFacts {
  constructor(
    private readonly db: Database,
    private readonly gpgKeysStore: GpgKeysStore,
  ) {}

  page(userId: number, request: PageRequest): Promise<Page<GpgKeyRecord>> {
    return this.gpgKeysStore.page(this.db, userId, request);
  }

  /** @throws GpgKeyNotFound also for another user's key */
  async one(userId: number, id: number): Promise<GpgKeyRecord> {
    const key = await this.gpgKeysStore.find(this.db, userId, id);
    if (!key) throw GpgKeyNotFound();
    return key;
  }
}
