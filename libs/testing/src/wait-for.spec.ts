import { waitFor } from './wait-for.js';

describe('waitFor', () => {
  it('answers what the check answers at last', async () => {
    const answers = [undefined, null, false, 0];
    expect(await waitFor('a number', () => answers.shift(), { intervalMs: 1 })).toBe(0);
  });

  it('looks again after a check that throws', async () => {
    let looks = 0;
    const check = () => {
      looks += 1;
      if (looks < 3) throw new Error('not yet');
      return looks;
    };
    expect(await waitFor('three looks', check, { intervalMs: 1 })).toBe(3);
  });

  it('tells what it waited for and the last error when time is up', async () => {
    const check = () => {
      throw new Error('connection refused');
    };
    const waiting = waitFor('the server', check, { timeoutMs: 20, intervalMs: 5 });
    await expect(waiting).rejects.toThrow('Waited 20 ms for the server: connection refused');
  });
});
