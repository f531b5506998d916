import { PLAIN, changeErrors, keyErrors, variableErrors, type Variable } from './variable.rules.js';

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

describe('a variable', () => {
  const variable = (traits: Partial<Variable>): Variable => ({ ...PLAIN, key: 'A', value: 'x', ...traits });
  const value = { value: ['is invalid'] };
  const SCOPE = "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces";

  it.each<[Partial<Variable>, object]>([
    [{}, {}],
    [{ value: 'a b\n' }, {}],
    [{ masked: true, value: '12345678' }, {}],
    [{ masked: true, value: 'aZ09_+=/@:.~-' }, {}],
    [{ masked: true, value: '1234567' }, value],
    [{ masked: true, value: '1234 5678' }, value],
    [{ masked: true, value: '12345678\n' }, value],
    [{ masked: true, value: '$A345678' }, value],
    [{ masked: true, raw: true, value: '$A345678' }, {}],
    [{ masked: true, raw: true, value: '1234 5678' }, value],
    [{ hidden: true }, { masked: ['should be true when variable is hidden'] }],
    [{ environmentScope: '' }, { environment_scope: ["can't be blank", SCOPE] }],
    [{ environmentScope: 'review/*' }, {}],
    [{ environmentScope: 'a?' }, { environment_scope: [SCOPE] }],
    [{ environmentScope: 'a'.repeat(256) }, { environment_scope: ['is too long (maximum is 255 characters)'] }],
    [{ description: 'a'.repeat(256) }, { description: ['is too long (maximum is 255 characters)'] }],
  ])('%#: %j has the errors %j', (traits, errors) => expect(variableErrors(variable(traits))).toEqual(errors));

  it('stays hidden or not', () => {
    const [open, hidden] = [variable({}), variable({ masked: true, hidden: true, value: '12345678' })];
    expect(changeErrors(hidden, { ...hidden, value: '87654321' })).toEqual({});
    expect(Object.keys(changeErrors(hidden, { ...hidden, hidden: false }))).toEqual(['base']);
    expect(Object.keys(changeErrors(hidden, { ...hidden, masked: false, hidden: false }))).toEqual(['base']);
    expect(Object.keys(changeErrors(open, hidden))).toEqual(['base']);
  });
});
