import { applicationFailures, areGrantable, isRegisteredUri, requestedScopes } from './application.rules.js';

const wanted = {
  name: 'App',
  redirectUris: ['https://app.example/cb'],
  scopes: ['api'],
  confidential: true,
  implicitGrantEnabled: true,
  passwordGrantEnabled: true,
};
/** URIs whose hosts would add directives, sources and policies to a content security policy. */
const POLICY_HOSTS = ['https://a;script-src.example/', 'https://a,b/', 'https://*/', "http://'none'/", 'https://%3b/'];

describe('applicationFailures', () => {
  it.each<[string, Partial<typeof wanted>, object]>([
    ['nothing', {}, {}],
    ['a custom scheme', { redirectUris: ['com.example.app:/cb'] }, {}],
    ['http', { redirectUris: ['http://app.example/cb'] }, {}],
    ['no name', { name: ' ' }, { name: ["can't be blank"] }],
    ['a long name', { name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
    ['no URI', { redirectUris: [] }, { redirect_uri: ["can't be blank"] }],
    ['a fragment', { redirectUris: ['https://app.example/#a'] }, { redirect_uri: ['cannot contain a fragment.'] }],
    [
      'an empty fragment',
      { redirectUris: ['https://app.example/#'] },
      { redirect_uri: ['cannot contain a fragment.'] },
    ],
    ['a relative URI', { redirectUris: ['/cb'] }, { redirect_uri: ['must be an absolute URI.'] }],
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:x',
      ...POLICY_HOSTS,
    ].map((uri): [string, object, object] => [
      uri,
      { redirectUris: [uri] },
      { redirect_uri: ['must be a valid URI.'] },
    ]),
    ['credentials', { redirectUris: ['https://a:b@app.example/'] }, { redirect_uri: ['must be a valid URI.'] }],
    ['letters beyond ASCII', { redirectUris: ['https://äpp.example/'] }, { redirect_uri: ['must be a valid URI.'] }],
    [
      'too many',
      { redirectUris: Array.from({ length: 21 }, (_, i) => `https://app.example/${i}`) },
      { redirect_uri: ['are too many (maximum is 20)'] },
    ],
    ['no scope', { scopes: [] }, { scopes: ["can't be blank"] }],
    ['sudo', { scopes: ['api', 'sudo'] }, { scopes: ['can only contain available scopes'] }],
  ])('of %s', (_, change, failures) => {
    expect(applicationFailures({ ...wanted, ...change })).toEqual(failures);
  });
});

describe('isRegisteredUri', () => {
  it.each(POLICY_HOSTS)('%s, which an earlier version accepted: false', (uri) => {
    expect(isRegisteredUri(uri, { redirectUris: [uri], confidential: false })).toBe(false);
  });

  it.each([
    ['https://app.example/cb', true, true],
    ['https://app.example/cb/', true, false],
    ['https://app.example/cb?x=1', true, false],
    ['https://app.example/CB', true, false],
    ['https://app.example:443/cb', true, false],
    ['https://app.example.evil.example/cb', true, false],
    ['http://127.0.0.1:51004/cb', false, true],
    ['http://[::1]:51004/cb', false, true],
    ['http://localhost:51004/cb', false, true],
    ['http://127.0.0.1:51004/other', false, false],
    ['https://127.0.0.1:51004/cb', false, false],
    ['http://127.0.0.1.evil.example:51004/cb', false, false],
    ['http://127.0.0.1:51004/cb', true, false],
  ])('%s, confidential %s: %s', (uri, confidential, registered) => {
    const redirectUris = [
      'https://app.example/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:7171/cb',
      'http://localhost:7171/cb',
    ];
    expect(isRegisteredUri(uri, { redirectUris, confidential })).toBe(registered);
  });
});

it('asks for api unless a request says something else', () => {
  expect(requestedScopes('read_user  api read_user', ['api'])).toEqual(['read_user', 'api']);
  expect(requestedScopes(undefined, ['api', 'read_user'])).toEqual(['api']);
  expect(requestedScopes('', ['read_user'])).toEqual(['read_user']);
});

it('grants what an application has, and sudo never', () => {
  expect(areGrantable(['read_user'], ['api', 'read_user'])).toBe(true);
  expect(areGrantable(['api'], ['read_user'])).toBe(false);
  expect(areGrantable(['sudo'], ['sudo'])).toBe(false);
});
