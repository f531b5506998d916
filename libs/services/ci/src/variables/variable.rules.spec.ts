import { keyErrors } from './variable.rules.js';

const FORMAT = "can contain only letters, digits and '_'.";

describe('the key of a variable', () => {
  it.each<[string, string[]]>([
    ['DEPLOY_key_1', []],
    ['a'.repeat(255), []],
    ['a'.repeat(256), ['is too long (maximum is 255 characters)']],
    ['', ["can't be blank", FORMAT]],
    ['a-b', [FORMAT]],
    ['a\n', [FORMAT]],
    ['ä', [FORMAT]],
  ])('%j', (key, errors) => expect(keyErrors(key)).toEqual(errors));
});
