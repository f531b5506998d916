import { z } from 'zod';
import { allOrNoneOf } from './all-or-none.js';
import { v4 } from './v4.js';

describe('allOrNoneOf', () => {
  const schema = allOrNoneOf(
    z.object({ uid: v4.optional(v4.text()), provider: v4.optional(v4.text()), size: v4.optional(v4.integer()) }),
    'uid',
    'provider',
  );
  const failures = (params: object) => schema.safeParse(params).error?.issues.map(({ message }) => message) ?? [];
  const apart = 'uid, provider provide all or none of parameters';

  it.each([
    [{}, []],
    [{ uid: 'a', provider: 'b' }, []],
    [{ uid: 'a', provider: '' }, []],
    [{ uid: 'a' }, [apart]],
    [{ provider: 'b', uid: null }, [apart]],
    [{ provider: 'b', size: 'big' }, ['is invalid', apart]],
  ])('%j: %j', (params, expected) => {
    expect(failures(params)).toEqual(expected);
  });
});
