import { printedFingerprint } from '../ssh-keys/ssh-key.rules.js';
import { fingerprintOf } from './key.params.js';

describe('a fingerprint', () => {
  const bytes = Buffer.alloc(32, 0xfb);

  it('is read as OpenSSH prints it, with or without padding', () => {
    const printed = printedFingerprint(bytes);
    expect(fingerprintOf(printed)).toEqual(bytes);
    expect(fingerprintOf(`${printed}=`)).toEqual(bytes);
  });

  it.each(['', 'SHA256:', 'SHA256:abc', printedFingerprint(bytes).slice(7), `MD5:${'ab:'.repeat(15)}ab`])(
    'is not %p',
    (text) => {
      expect(fingerprintOf(text)).toBeUndefined();
    },
  );
});
