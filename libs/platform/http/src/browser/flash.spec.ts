import { flashCookie, flashOf } from './flash.js';

const HTTP = 'http://hearth.test';
const ID = 'a'.repeat(43);

describe('what one page hands to the next', () => {
  const cookieOf = (value: unknown, baseUrl = HTTP) => flashCookie(ID, '/created', value, baseUrl);
  const sentBack = (cookie: string) => ({ cookie: cookie.split(';', 1)[0]! });

  it('is read by the same session only', () => {
    const sent = sentBack(cookieOf({ value: 'token' }));
    expect(flashOf(sent, ID, HTTP)).toEqual({ value: 'token' });
    expect(flashOf(sent, 'b'.repeat(43), HTTP)).toBeUndefined();
    expect(flashOf({ cookie: `${sent.cookie.slice(0, -2)}xx` }, ID, HTTP)).toBeUndefined();
    for (const cookie of ['hearth_flash=', 'hearth_flash=x', 'other=1'])
      expect(flashOf({ cookie }, ID, HTTP)).toBeUndefined();
  });

  it('is hidden in a cookie of its page, which ends soon', () => {
    expect(cookieOf({ value: 'token' })).toMatch(
      /^hearth_flash=[\w-]+; Max-Age=60; Path=\/created; HttpOnly; SameSite=Lax$/,
    );
    expect(cookieOf('x', 'https://hearth.test')).toMatch(/^__Secure-hearth_flash=.*; Secure; SameSite=Lax$/);
    expect(cookieOf(undefined)).toBe('hearth_flash=; Max-Age=0; Path=/created; HttpOnly; SameSite=Lax');
  });
});
