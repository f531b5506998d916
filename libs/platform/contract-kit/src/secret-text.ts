import { z } from 'zod';

/**
 * Schema of a token or password in a record. An answer that has one is sent with `Cache-Control: no-store`, so that no cache on its way and
 * no browser keeps it.
 */
export function secretText() {
  return z.string().meta({ format: 'password' });
}
