import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { HookFacts } from '../hooks/hook.facts.js';
import { DeliveriesStore, type TriedDelivery } from './deliveries.store.js';

/** A delivery with the address of its hook. */
export interface DeliveryFact {
  readonly delivery: TriedDelivery;
  readonly url: string;
}

/** Deliveries as they are presented. */
@Injectable()
export class DeliveryFacts {
  constructor(
    private readonly db: Database,
    private readonly hookFacts: HookFacts,
    private readonly deliveriesStore: DeliveriesStore,
  ) {}

  /** Returns a page of the deliveries of a hook, the newest first. @throws RecordNotFound */
  async page(projectId: ProjectId, hookId: number, request: PageRequest): Promise<Page<DeliveryFact>> {
    const { id, url } = await this.hookFacts.one(projectId, hookId);
    return (await this.deliveriesStore.page(this.db, id, request)).map((delivery) => ({ delivery, url }));
  }
}
