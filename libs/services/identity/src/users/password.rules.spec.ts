import { passwordFailure } from './password.rules.js';

describe('passwordFailure', () => {
  it.each([
    ['', "can't be blank"],
    ['1234567', 'is too short (minimum is 8 characters)'],
    ['x'.repeat(129), 'is too long (maximum is 128 characters)'],
  ])('refuses %j', (password, text) => expect(passwordFailure(password)).toBe(text));

  it.each(['12345678', 'x'.repeat(128), '🔥'.repeat(8)])('accepts %s', (password) => {
    expect(passwordFailure(password)).toBeUndefined();
  });
});
