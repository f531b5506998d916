import { withoutCredentials } from '@hearth/contract-kit';
import { z } from 'zod';
import type { DeliveryFact } from './delivery.facts.js';

const Headers = z.record(z.string(), z.string());

/** The record of a delivery. */
export const HookEventView = z.strictObject({
  id: z.int(),
  url: z.string().describe('Address of the receiver, without user and password'),
  trigger: z.string().describe('Kind of the event'),
  created_at: z.iso.datetime(),
  request_headers: Headers.describe('Headers of the request; secrets are redacted'),
  request_data: z.record(z.string(), z.unknown()).describe('Body of the request'),
  response_headers: Headers.describe('Headers of the answer'),
  response_body: z.string().describe('Body of the answer, up to 64 KiB'),
  response_status: z.string().describe('Status of the answer; `internal error` without one'),
  error: z.string().nullable().describe('Why there is no answer'),
  execution_duration: z.number().describe('Seconds until the answer was there'),
});
export type HookEventView = z.output<typeof HookEventView>;

/** The answer of writes that are carried out in the background. */
export const QueuedView = z.strictObject({ message: z.string().describe('`201 Created`') });
export type QueuedView = z.output<typeof QueuedView>;

export const QUEUED: QueuedView = { message: '201 Created' };

export function presentHookEvent({ delivery, url: hookUrl }: DeliveryFact): HookEventView {
  return {
    id: delivery.id,
    url: withoutCredentials(new URL(hookUrl)).href,
    trigger: delivery.trigger.replace(/s?_events$/, '_hooks'),
    created_at: delivery.createdAt.toISOString(),
    request_headers: { ...delivery.requestHeaders },
    request_data: JSON.parse(delivery.requestBody) as Record<string, unknown>,
    response_headers: { ...delivery.responseHeaders },
    response_body: delivery.responseBody,
    response_status: delivery.responseStatus === null ? 'internal error' : String(delivery.responseStatus),
    error: delivery.error,
    execution_duration: delivery.seconds,
  };
}
