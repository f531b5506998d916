import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { MemberSource } from '../members/membership.rules.js';
import { RecordNotFound } from '../refusals.js';
import { HookCipher } from './hook-cipher.js';
import { HooksStore, type HookRecord } from './hooks.store.js';
import type { HookAt } from './lock.js';

/** A hook as it is presented. */
export interface HookFact extends Omit<HookRecord, 'sealedUrl'> {
  readonly url: string;
}

/** Hooks with their URLs readable. */
@Injectable()
export class HookFacts {
  constructor(
    private readonly db: Database,
    private readonly hooksStore: HooksStore,
    private readonly hookCipher: HookCipher,
  ) {}

  async page(source: MemberSource, request: PageRequest): Promise<Page<HookFact>> {
    return (await this.hooksStore.page(this.db, source, request)).map((hook) => this.opened(hook));
  }

  /** @throws RecordNotFound */
  async one({ source, id }: HookAt): Promise<HookFact> {
    const hook = await this.hooksStore.find(this.db, source, id);
    if (!hook) throw RecordNotFound();
    return this.opened(hook);
  }

  /** Decrypts the URL of a hook. */
  opened({ sealedUrl, ...hook }: HookRecord): HookFact {
    return { ...hook, url: this.hookCipher.urlOf({ id: hook.id, sealedUrl }) };
  }
}
