import { parseObjectId } from '../git/refs/object-id.js';
import { parseRefName } from '../git/refs/ref-name.js';
import { performedOptions, refusalOfOptions } from './push-options.rules.js';

describe('push options', () => {
  it('are recorded where a service performs them', () => {
    const options = ['ci.skip', 'merge_request.create', 'mr.title=T', 'ci', 'cip.x', 'secret_push_protection.skip_all'];
    expect(performedOptions(options)).toEqual(['ci.skip', 'merge_request.create', 'mr.title=T']);
  });

  const branches = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ref: parseRefName(`refs/heads/b${index}`)!,
      to: parseObjectId('a'.repeat(40)),
    }));

  it.each<[string, string[], number, string | null]>([
    ['a few', ['ci.skip', 'ci.variable=A=b'], 50_000 / 5, null],
    ['long ones of one ref', [`mr.description=${'a'.repeat(200_000)}`], 1, null],
    ['ignored ones of any length', ['a'.repeat(300_000)], 1, null],
    [
      'long ones of two refs',
      [`mr.description=${'a'.repeat(200_000)}`],
      2,
      'The push options are too long for a push of so many refs.',
    ],
    ['a NUL', ['mr.title=\0'], 1, 'A push option contains a NUL.'],
    ['merge requests of ten branches', ['merge_request.create'], 10, null],
    [
      'merge requests of more branches',
      ['merge_request.create'],
      11,
      'Too many branches pushed (11 were pushed, limit is 10)',
    ],
  ])('%s', (_, options, refs, refusal) =>
    expect(refusalOfOptions({ options, updates: branches(refs), isByDeployKey: false })).toBe(refusal),
  );

  it('about merge requests count branches that are not deleted', () => {
    const updates = branches(11).map((branch, index) => (index === 0 ? { ...branch, to: null } : branch));
    expect(refusalOfOptions({ options: ['mr.create'], updates, isByDeployKey: false })).toBeNull();
  });

  it('about merge requests are refused from deploy keys', () => {
    const push = { updates: branches(1), isByDeployKey: true };
    expect(refusalOfOptions({ ...push, options: ['ci.skip'] })).toBeNull();
    expect(refusalOfOptions({ ...push, options: ['ci.skip', 'mr.auto_merge'] })).toBe(
      'Deploy keys cannot open or change merge requests by push options.',
    );
  });
});
