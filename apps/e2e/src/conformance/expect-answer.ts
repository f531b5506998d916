import type { Answer } from '@hearth/testing';
import type { z } from 'zod';

/** Expects the headers that every JSON answer carries, whatever its status. */
export function expectJsonHeaders(answer: Answer): void {
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' });
  expect(answer.headers['x-request-id']).toMatch(/\S/);
}

/** Expects the status and the whole body, as JSON. */
export function expectAnswer(answer: Answer, status: number, body: unknown): void {
  expect({ status: answer.status, body: answer.json() }).toEqual({ status, body });
  expectJsonHeaders(answer);
}

/** Expects a successful answer whose body has exactly the fields of a schema. */
export function expectRecord<S extends z.ZodType>(answer: Answer, schema: S, status = 200): z.output<S> {
  const body = answer.expect(status).json();
  expectJsonHeaders(answer);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(`The record is not as specified: ${parsed.error.message}\n${answer.text}`);
  return parsed.data;
}
