import { ConfigurationError } from '@hearth/config';
import { singleSignOnSettings } from './provider-settings.js';

const CLIENT = { HEARTH_OIDC_CLIENT_ID: 'hearth', HEARTH_OIDC_CLIENT_SECRET: 'secret' };
const COMPLETE = { ...CLIENT, HEARTH_OIDC_ISSUER: 'https://id.example/realms/acme' };

it('is off without an issuer, and needs a client with one', () => {
  expect(singleSignOnSettings({})).toEqual({ provider: undefined, passwords: true });
  expect(singleSignOnSettings(COMPLETE)).toMatchObject({
    provider: {
      issuer: 'https://id.example/realms/acme',
      scope: 'openid profile email',
      createUsers: true,
      linkByEmail: false,
    },
    passwords: true,
  });
});

it('reads groups', () => {
  const groups = {
    HEARTH_OIDC_REQUIRED_GROUPS: 'staff, guests',
    HEARTH_OIDC_MEMBERSHIPS: 'cn=devs:x=acme/web:developer',
  };
  expect(() => singleSignOnSettings({ ...COMPLETE, ...groups })).toThrow(ConfigurationError);
  const mapped = { ...groups, HEARTH_OIDC_MEMBERSHIPS: 'devs=acme/web:developer,ops=acme:owner' };
  expect(singleSignOnSettings({ ...COMPLETE, ...mapped }).provider).toMatchObject({
    requiredGroups: ['staff', 'guests'],
    adminGroups: undefined,
    memberships: [
      { claim: 'devs', path: 'acme/web', level: 30 },
      { claim: 'ops', path: 'acme', level: 50 },
    ],
  });
});

it.each([
  ['no client', { HEARTH_OIDC_ISSUER: 'https://id.example' }],
  ['no TLS', { ...COMPLETE, HEARTH_OIDC_ISSUER: 'http://id.example' }],
  ['no URL', { ...COMPLETE, HEARTH_OIDC_ISSUER: 'id.example' }],
  ['an unknown level', { ...COMPLETE, HEARTH_OIDC_MEMBERSHIPS: 'devs=acme:boss' }],
  ['no way to sign in', { HEARTH_PASSWORD_SIGN_IN: 'off' }],
])('refuses %s', (_, environment) => {
  expect(() => singleSignOnSettings(environment)).toThrow(ConfigurationError);
});
