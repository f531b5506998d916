import { createHash } from 'node:crypto';
import { sshKeyText } from '@hearth/testing';
import { normalSshKey, parseSshKey, printedFingerprint, sshKeyFailures } from './ssh-key.rules.js';

/** Created by `ssh-keygen -t ed25519`; the fingerprint by `ssh-keygen -lf`. */
const KNOWN = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPVsUMWveUNEaxqwE2tTfD70vY8x1hW+E9yhRl940WA4 known key';
const KNOWN_FINGERPRINT = 'SHA256:9CNL+Ey5x/akBdurUPyKMYl1lVFCT6LWE2OBAWj2jSk';

const ED25519 = sshKeyText();
const [TYPE, BLOB] = ED25519.split(' ') as [string, string];
const bytesOf = (base64: string) => Buffer.from(base64, 'base64');
const failuresOf = (key: string, title = 'laptop') => sshKeyFailures({ title, key }, parseSshKey(key));
const INVALID = { key: ['is invalid'], fingerprint: ['cannot be generated'] };

describe('an SSH key', () => {
  it('has the fingerprint that OpenSSH prints', () => {
    expect(printedFingerprint(parseSshKey(KNOWN)!.fingerprint)).toBe(KNOWN_FINGERPRINT);
  });

  it.each([
    ['rsa-2048', 'rsa', 2048],
    ['p-256', 'ecdsa', 256],
    ['p-384', 'ecdsa', 384],
    ['p-521', 'ecdsa', 521],
    ['ed25519', 'ed25519', 256],
  ] as const)('may be %s', (kind, type, bits) => {
    const text = sshKeyText(kind);
    const fingerprint = createHash('sha256')
      .update(bytesOf(text.split(' ')[1]!))
      .digest();
    expect(parseSshKey(text)).toEqual({ type, bits, fingerprint });
    expect(failuresOf(text)).toEqual({});
  });

  it('is the same whatever its comment', () => {
    const plain = `${TYPE} ${BLOB}`;
    for (const text of [`${plain} at home, "quoted"`, `${TYPE}\t${BLOB} `, `${plain} ${'x'.repeat(100)}`])
      expect(parseSshKey(normalSshKey(text))).toEqual(parseSshKey(plain));
  });

  it('is put on one line', () => {
    const broken = `\n ${TYPE} ${BLOB.slice(0, 20)}\r\n${BLOB.slice(20)} jane@laptop \n`;
    expect(normalSshKey(broken)).toBe(`${TYPE} ${BLOB} jane@laptop`);
  });

  it.each([
    ['DSA', sshKeyText('dsa'), { key: ['type is forbidden. Must be RSA, ECDSA, or ED25519'] }],
    ['short RSA', sshKeyText('rsa-1024'), { key: ['must be at least 2048 bits'] }],
    ['nothing', '', { key: ["can't be blank", 'is invalid'], fingerprint: ['cannot be generated'] }],
    ['a word', 'secret', INVALID],
    ['a type alone', 'ssh-rsa', INVALID],
    ['an unknown type', `ssh-foo ${BLOB}`, INVALID],
    ["a type that is not the key's", `ssh-rsa ${BLOB}`, INVALID],
    ['a truncated key', `${TYPE} ${bytesOf(BLOB).subarray(0, 40).toString('base64')}`, INVALID],
    ['bytes behind the key', `${TYPE} ${Buffer.concat([bytesOf(BLOB), Buffer.alloc(9)]).toString('base64')}`, INVALID],
    ['options before the key', `command="sh" ${ED25519}`, INVALID],
    ['two keys', normalSshKey(`${TYPE} ${BLOB}\n${TYPE} ${BLOB}`), INVALID],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----', INVALID],
    ['a point off the curve', offTheCurve(), INVALID],
    ['a long comment', `${ED25519} ${'x'.repeat(5_000)}`, { key: ['is too long (maximum is 5000 characters)'] }],
    ['a long text', 'x'.repeat(20_000), expect.objectContaining({ key: ['is too long (maximum is 5000 characters)'] })],
  ])('is not %s', (_, text, failures) => {
    expect(failuresOf(text)).toEqual(failures);
  });

  it('has a title', () => {
    expect(failuresOf(ED25519, ' ')).toEqual({ title: ["can't be blank"] });
    expect(failuresOf(ED25519, 'x'.repeat(256))).toEqual({ title: ['is too long (maximum is 255 characters)'] });
    expect(failuresOf('x', '')).toEqual({ title: ["can't be blank"], ...INVALID });
  });
});

function offTheCurve(): string {
  const [type, base64] = sshKeyText('p-256').split(' ') as [string, string];
  const bytes = bytesOf(base64);
  bytes[bytes.length - 1]! ^= 1;
  return `${type} ${bytes.toString('base64')}`;
}
