import { randomBytes } from 'node:crypto';

/** Returns a name that no other spec uses, so that specs run in any order and on a system that already holds data. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}
