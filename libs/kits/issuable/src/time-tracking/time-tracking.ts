import { defineRefusal } from '@hearth/contract-kit';
import type { EndpointCall } from '@hearth/http';
import type { TimeChange, Times } from './times.rules.js';

export const TimeInvalid = defineRefusal('time-invalid', 400, {
  message: { base: ['Time to subtract exceeds the total time spent'] },
});

/** Times of one kind of record, which the service that owns it implements. */
export abstract class TimeTracking {
  /** @param iid number of the record in the project */
  abstract read(call: EndpointCall<object>, iid: number): Promise<Times>;

  /** @throws TimeInvalid; Forbidden, where the caller may not manage the record any more */
  abstract change(call: EndpointCall<object>, iid: number, change: TimeChange): Promise<Times>;
}
