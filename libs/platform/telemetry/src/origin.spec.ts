import { stat } from 'node:fs/promises';
import { currentOrigin, setActor, withOrigin } from './origin.js';

describe('the origin of work', () => {
  it('is found by all that the work starts, and by nothing else', async () => {
    const seen = await Promise.all(
      ['a', 'b'].map((correlation) =>
        withOrigin({ correlation }, async () => {
          await stat(import.meta.filename);
          return currentOrigin()?.correlation;
        }),
      ),
    );
    expect(seen).toEqual(['a', 'b']);
    expect(currentOrigin()).toBeUndefined();
  });

  it('learns the actor from any depth of calls', async () => {
    await withOrigin({ correlation: 'a' }, async () => {
      await (async () => {
        await stat(import.meta.filename);
        setActor(7);
      })();
      expect(currentOrigin()).toEqual({ correlation: 'a', actor: 7 });
      withOrigin({ ...currentOrigin()!, causation: 'event' }, () => setActor(8));
      expect(currentOrigin()?.actor).toBe(7);
      setActor(7, { address: '192.0.2.1' });
      setActor(8, { admin: 7 });
      expect(currentOrigin()).toEqual({ correlation: 'a', actor: 8, admin: 7, address: '192.0.2.1' });
    });
    setActor(9);
    expect(currentOrigin()).toBeUndefined();
  });
});
