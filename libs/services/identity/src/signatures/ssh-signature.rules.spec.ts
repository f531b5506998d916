import fc from 'fast-check';
import { parseSshKey } from '../ssh-keys/ssh-key.rules.js';
import { SIGNED, SIGNED_AS_FILE, SSH_SIGNATURES } from '../testing/ssh-signatures.js';
import { readSshSignature } from './ssh-signature.rules.js';

describe('an SSH signature', () => {
  it.each(Object.entries(SSH_SIGNATURES))('by %s is that of its key, of its text only', (_, { key, signature }) => {
    const { fingerprint } = parseSshKey(key)!;
    expect(readSshSignature(signature, Buffer.from(SIGNED))).toEqual({ fingerprint, isValid: true });
    expect(readSshSignature(signature, Buffer.from(`${SIGNED}x`))).toEqual({ fingerprint, isValid: false });
  });

  it('is of commits: no other namespace counts', () => {
    const { fingerprint } = parseSshKey(SSH_SIGNATURES.Ed25519.key)!;
    expect(readSshSignature(SIGNED_AS_FILE, Buffer.from(SIGNED))).toEqual({ fingerprint, isValid: false });
  });

  const armored = (content: Buffer) =>
    `-----BEGIN SSH SIGNATURE-----\n${content.toString('base64')}\n-----END SSH SIGNATURE-----\n`;
  const body = SSH_SIGNATURES.Ed25519.signature.split('\n').slice(1, -2).join('');
  it.each([
    ['no armor', 'x'],
    ['another format', armored(Buffer.from('SSHSIX\0\0\0\x01'))],
    ['another version', armored(Buffer.from('SSHSIG\0\0\0\x02'))],
    ['a length beyond its end', armored(Buffer.from('SSHSIG\0\0\0\x01\xff\xff\xff\xff', 'latin1'))],
    ['half of one', armored(Buffer.from(body, 'base64').subarray(0, 60))],
  ])('is none: %s', (_, text) => {
    expect(readSshSignature(text, Buffer.from(SIGNED))).toBeNull();
  });

  it('is not valid with another byte, wherever that is', () => {
    const bytes = Buffer.from(body, 'base64');
    const change = fc.record({ at: fc.nat(bytes.length - 1), by: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(change, ({ at, by }) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= by;
        expect(readSshSignature(armored(changed), Buffer.from(SIGNED))?.isValid ?? false).toBe(false);
      }),
    );
  });
});
