import type { PipeTransform } from '@nestjs/common';
import type { EventContract, EventDataOf } from '@hearth/contract-kit';
import { UnacceptableEvent } from './inbox/inbox.js';

/** Gives a handler its own copy of an event's data, as over the wire; the contract drops unknown fields. */
export class EventDataPipe<E extends EventContract> implements PipeTransform<unknown, EventDataOf<E>> {
  constructor(private readonly contract: E) {}

  /** @throws UnacceptableEvent when the data does not match the contract */
  transform(data: unknown): EventDataOf<E> {
    const { name, data: schema } = this.contract;
    const parsed = schema.safeParse(structuredClone(data));
    if (!parsed.success) throw new UnacceptableEvent(`${name} is not what its contract says: ${parsed.error.message}`);
    return parsed.data as EventDataOf<E>;
  }
}
