import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { HookFacts, type HookFact } from '../hooks/hook.facts.js';
import { RecordNotFound } from '../refusals.js';
import { SystemHooksStore } from './system-hooks.store.js';

/** Hooks of the instance with their URLs readable. */
@Injectable()
export class SystemHookFacts {
  constructor(
    private readonly db: Database,
    private readonly systemHooksStore: SystemHooksStore,
    private readonly hookFacts: HookFacts,
  ) {}

  async page(request: PageRequest): Promise<Page<HookFact>> {
    return (await this.systemHooksStore.page(this.db, request)).map((hook) => this.hookFacts.opened(hook));
  }

  /** @throws RecordNotFound */
  async one(id: number): Promise<HookFact> {
    const hook = await this.systemHooksStore.find(this.db, id);
    if (!hook) throw RecordNotFound();
    return this.hookFacts.opened(hook);
  }
}
