import { PageSession, isFromOwnPage, sessionCookie, sessionIdOf } from './page-session.js';

const ID = 'a'.repeat(43);
const HTTP = 'http://hearth.test:8080';
const HTTPS = 'https://hearth.test';

describe('the session cookie', () => {
  it.each([
    [ID, HTTPS, `__Host-hearth_session=${ID}; Path=/; HttpOnly; Secure; SameSite=Lax`],
    [ID, HTTP, `hearth_session=${ID}; Path=/; HttpOnly; SameSite=Lax`],
    [null, HTTPS, `__Host-hearth_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`],
  ])('for %s at %s is %s', (id, baseUrl, expected) => {
    expect(sessionCookie(id, baseUrl)).toBe(expected);
  });

  it('outlasts the browser for as long as it is to', () => {
    expect(sessionCookie(ID, HTTP, 60)).toBe(`hearth_session=${ID}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`);
  });

  it.each([
    [`other=1; hearth_session=${ID}`, HTTP, ID],
    [`__Host-hearth_session=${ID}`, HTTPS, ID],
    // Another host of the domain can set this one.
    [`hearth_session=${ID}`, HTTPS, undefined],
    ['hearth_session=short', HTTP, undefined],
    [undefined, HTTP, undefined],
  ])('%s at %s has the id %s', (cookie, baseUrl, id) => {
    expect(sessionIdOf(cookie === undefined ? {} : { cookie }, baseUrl)).toBe(id);
  });
});

describe('PageSession', () => {
  const of = (id: string) => PageSession.of({ cookie: `hearth_session=${id}` }, HTTP);

  it('accepts the forms of its own browser only', () => {
    const { csrfToken } = of(ID);
    expect(of(ID).accepts(csrfToken)).toBe(true);
    expect(of('b'.repeat(43)).accepts(csrfToken)).toBe(false);
    for (const wrong of [undefined, '', 'x', ID, [csrfToken]]) expect(of(ID).accepts(wrong)).toBe(false);
  });

  it('accepts no form of a browser without a cookie', () => {
    const session = PageSession.of({}, HTTP);
    expect(session.isNew).toBe(true);
    expect(session.accepts(session.csrfToken)).toBe(false);
  });
});

describe('isFromOwnPage', () => {
  it.each([
    [{}, true],
    [{ origin: HTTP }, true],
    [{ origin: 'null' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'http://hearth.test' }, false],
    [{ origin: 'https://evil.example' }, false],
  ])('%j: %s', (headers, expected) => {
    expect(isFromOwnPage(headers, HTTP)).toBe(expected);
  });
});
