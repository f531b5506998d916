import { attributeFailures } from './custom-attribute.rules.js';

describe('attributeFailures', () => {
  it.each([
    ['team', 'red', {}],
    ['k'.repeat(255), 'v'.repeat(255), {}],
    ['🚀'.repeat(255), ' x ', {}],
    ['team', '', { value: ["can't be blank"] }],
    [' ', ' \n', { key: ["can't be blank"], value: ["can't be blank"] }],
    ['k'.repeat(256), 'x', { key: ['is too long (maximum is 255 characters)'] }],
    ['team', 'v'.repeat(256), { value: ['is too long (maximum is 255 characters)'] }],
  ])('%#', (key, value, errors) => {
    expect(attributeFailures({ key, value })).toEqual(errors);
  });
});
