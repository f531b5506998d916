import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure, reportError } from './failure.mjs';

/** Returns the printed text of an error, and the exit status. */
function reported(work) {
  const write = process.stderr.write;
  const printed = [];
  process.stderr.write = (text) => printed.push(text);
  try {
    work();
    return undefined;
  } catch (error) {
    return [reportError(error), printed.join('')];
  } finally {
    process.stderr.write = write;
  }
}

const fail = (error) => {
  throw error;
};

describe('what is printed of an error', () => {
  it('is the sentence of a failure, below its details', () => {
    const failure = new Failure('Free some space.', { details: 'full\n', exitCode: 4 });
    expect(reported(() => fail(failure))).toEqual([4, 'full\nhearth: Free some space.\n']);
  });

  it.each([
    ['a file that is not there', () => readFileSync('/none/file'), 'There is no /none/file: check'],
    ['a folder below a file', () => writeFileSync(`${import.meta.filename}/file`, ''), 'is below a file: choose'],
    ['a folder in place of a file', () => writeFileSync(import.meta.dirname, ''), 'is a folder: name a file'],
    ['a program that is not there', () => execFileSync('/none/tar'), '/none/tar is missing: install it'],
    ['a full disk', () => fail({ code: 'ENOSPC', syscall: 'write' }), 'No space is left on the disk'],
  ])('is a sentence for %s', (_case, work, sentence) => {
    expect(reported(work)).toEqual([1, expect.stringMatching(`^hearth: .*${sentence}.*\\.\n$`)]);
  });

  it('is a call for the stack of anything else', () => {
    const failure = new TypeError('x is not a function');
    expect(reported(() => fail(failure))).toEqual([1, expect.stringContaining('run it again with HEARTH_DEBUG=1')]);
  });
});
