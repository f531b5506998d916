import { GitTimeout } from '../git/process/errors.js';
import { ReadTookTooLong } from '../refusals.js';

/**
 * A read of git whose time depends on what was pushed: on the length of a history, or on files that are hard to compare.
 * @throws ReadTookTooLong where git was ended for it
 */
export async function withinTime<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof GitTimeout ? ReadTookTooLong() : error;
  }
}
