import { attributeFailures } from './custom-attribute.rules.js';

describe('attributeFailures', () => {
  it.each([
    [{ key: 'shirt', value: 'XL' }, {}],
    [{ key: '🌞'.repeat(255), value: 'x'.repeat(255) }, {}],
    [{ key: 'shirt', value: ' ' }, { value: ["can't be blank"] }],
    [
      { key: 'x'.repeat(256), value: 'x'.repeat(256) },
      {
        key: ['is too long (maximum is 255 characters)'],
        value: ['is too long (maximum is 255 characters)'],
      },
    ],
  ])('of %j: %j', (attribute, failures) => {
    expect(attributeFailures(attribute)).toEqual(failures);
  });
});
