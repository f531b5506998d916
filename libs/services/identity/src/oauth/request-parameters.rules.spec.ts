import { unsupportedParameter } from './request-parameters.rules.js';

const NOTHING = { responseType: 'code', responseMode: undefined, request: undefined, requestUri: undefined };

it.each<[Partial<Record<keyof typeof NOTHING, string>>, string | undefined]>([
  [{}, undefined],
  [{ responseMode: 'query' }, undefined],
  [{ responseType: 'token', responseMode: 'fragment' }, undefined],
  [{ responseType: 'token', responseMode: 'query' }, 'invalid_request'],
  [{ responseMode: 'form_post' }, 'invalid_request'],
  [{ request: 'eyJ' }, 'request_not_supported'],
  [{ requestUri: 'https://app.example/request' }, 'request_uri_not_supported'],
])('of %j is %s', (asked, error) => {
  expect(unsupportedParameter({ ...NOTHING, ...asked })?.error).toBe(error);
});
