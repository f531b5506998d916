import { GitError, GitTimeout } from '../git/process/errors.js';
import { ReadTookTooLong } from '../refusals.js';
import { withinTime } from './within-time.js';

describe('a read within its time', () => {
  it('is answered', async () => {
    expect(await withinTime(Promise.resolve('answer'))).toBe('answer');
  });

  it('is refused where git took too long', async () => {
    await expect(withinTime(Promise.reject(new GitTimeout('git log took longer than 1 ms')))).rejects.toMatchObject({
      ...{ code: 'read-took-too-long', status: ReadTookTooLong().status },
    });
  });

  it('fails as git does otherwise', async () => {
    const error = new GitError('log', 128, null, 'fatal: bad object');
    await expect(withinTime(Promise.reject(error))).rejects.toBe(error);
  });
});
