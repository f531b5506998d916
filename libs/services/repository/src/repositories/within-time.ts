import { GitTimeout } from '../git/process/errors.js';
import { ReadTookTooLong } from '../refusals.js';

/**
 * Awaits a read of git whose time depends on pushed content: on the length of a history, or on files that are hard to compare.
 * @throws ReadTookTooLong when git exceeded its time
 */
export async function withinTime<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof GitTimeout ? ReadTookTooLong() : error;
  }
}
