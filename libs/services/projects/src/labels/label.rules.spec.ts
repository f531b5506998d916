import { labelErrors } from './label.rules.js';

describe('labelErrors', () => {
  it.each([
    [{ name: 'bug', color: '#FFAABB' }, {}],
    [{ name: 'bug', color: '#fab' }, {}],
    [{ name: 'Grüße 😀'.padEnd(255, 'x') }, {}],
    [{}, {}],
    [{ name: '' }, { title: ["can't be blank", 'is invalid'] }],
    [{ name: 'a,b' }, { title: ['is invalid'] }],
    [{ name: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ color: 'red' }, { color: ['must be a valid color code'] }],
    [{ color: '#ffff' }, { color: ['must be a valid color code'] }],
  ])('of %j', (label, errors) => {
    expect(labelErrors(label)).toEqual(errors);
  });
});
