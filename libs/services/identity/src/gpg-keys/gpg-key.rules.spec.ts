import { isArmored } from './gpg-key.rules.js';

const [BEGIN, END] = ['-----BEGIN PGP PUBLIC KEY BLOCK-----', '-----END PGP PUBLIC KEY BLOCK-----'];
const LONGEST = 512 * 1024;
const block = (text: string) => `${BEGIN}${text}${END}`;
const filled = (length: number) => block('x'.repeat(length - block('').length));

it.each([
  ['a block', block('\n\nx\n'), true],
  ['half a megabyte', filled(LONGEST), true],
  ['more', filled(LONGEST + 1), false],
  ['two blocks', block('') + block(''), false],
  ['something before it', ` ${block('')}`, false],
  ['something behind it', `${block('')} `, false],
  ['a private key', block('').replaceAll('PUBLIC', 'PRIVATE'), false],
])('of %s', (_, text, armored) => {
  expect(isArmored(text)).toBe(armored);
});
