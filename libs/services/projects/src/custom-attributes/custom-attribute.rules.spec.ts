import { attributeErrors } from './custom-attribute.rules.js';

describe('attributeErrors', () => {
  it.each([
    ['team', 'red', {}],
    ['k'.repeat(255), 'v'.repeat(10_000), {}],
    ['🚀'.repeat(255), ' x ', {}],
    ['team', '', { value: ["can't be blank"] }],
    ['team', ' \n', { value: ["can't be blank"] }],
    ['k'.repeat(256), '', { key: ['is too long (maximum is 255 characters)'], value: ["can't be blank"] }],
  ])('%#', (key, value, errors) => {
    expect(attributeErrors({ key, value })).toEqual(errors);
  });
});
