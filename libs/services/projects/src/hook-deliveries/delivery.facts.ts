import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { HookFacts } from '../hooks/hook.facts.js';
import type { HookAt } from '../hooks/lock.js';
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
  async page(at: HookAt, request: PageRequest): Promise<Page<DeliveryFact>> {
    const { id, url } = await this.hookFacts.one(at);
    return (await this.deliveriesStore.page(this.db, id, request)).map((delivery) => ({ delivery, url }));
  }
}
