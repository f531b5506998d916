import { ConfigurationError, defineSettings, flag, list } from '@hearth/config';
import { AccessLevel } from '@hearth/contract-kit';
import { z } from 'zod';

const LEVELS = {
  guest: AccessLevel.guest,
  reporter: AccessLevel.reporter,
  developer: AccessLevel.developer,
  maintainer: AccessLevel.master,
  owner: AccessLevel.owner,
} as const;
const MEMBERSHIP = /^([^=]+)=([^:]+):(guest|reporter|developer|maintainer|owner)$/;

const settings = defineSettings(
  'Single sign-on',
  {
    HEARTH_OIDC_ISSUER: z
      .string()
      .refine(isIssuer, 'must be the https:// URL of a provider, or http:// of this machine')
      .optional()
      .describe('Issuer of an OpenID Connect provider that users sign in by, exactly as its metadata has it'),
    HEARTH_OIDC_CLIENT_ID: z.string().optional().describe('Client id of Hearth at that provider'),
    HEARTH_OIDC_CLIENT_SECRET: z.string().optional().describe('Client secret of Hearth at that provider'),
    HEARTH_OIDC_NAME: z
      .string()
      .max(60)
      .prefault('single sign-on')
      .describe('Name of the provider on the sign-in page: Sign in with …'),
    HEARTH_OIDC_SCOPES: list().prefault('openid,profile,email').describe('Scopes that are asked of it'),
    HEARTH_OIDC_CREATE_USERS: flag()
      .prefault('1')
      .describe(
        'Whether a person without an account gets one at the first sign-in, if the provider has confirmed the address',
      ),
    HEARTH_OIDC_LINK_BY_EMAIL: flag()
      .prefault('0')
      .describe(
        'Whether a person without an identity signs in to the account with the same address, if the provider has confirmed it. Only for providers that check addresses',
      ),
    HEARTH_OIDC_GROUPS_CLAIM: z.string().prefault('groups').describe("Claim with the names of a person's groups"),
    HEARTH_OIDC_REQUIRED_GROUPS: list()
      .optional()
      .describe('Groups of which a person needs one; people in none are blocked at their next sign-in'),
    HEARTH_OIDC_ADMIN_GROUPS: list()
      .optional()
      .describe('Groups whose people are admins; admins in none are made users at their next sign-in'),
    HEARTH_OIDC_MEMBERSHIPS: list()
      .refine(
        (values) => values.every((each) => MEMBERSHIP.test(each)),
        'must be group=path:level, separated by commas',
      )
      .transform((values) => values.map(membership))
      .optional()
      .describe(
        'Groups of Hearth whose direct members follow the provider, at each sign-in: developers=acme/web:developer,ops=acme:maintainer',
      ),
    HEARTH_PASSWORD_SIGN_IN: flag()
      .prefault('1')
      .describe('Whether passwords sign in, open the API and push; tokens and SSH keys always do'),
  },
  { readBy: ['IdentityModule'] },
);

/** Direct membership in a group of Hearth for the people of a group at the provider. */
export interface MappedMembership {
  readonly claim: string;
  readonly path: string;
  readonly level: number;
}

/** Settings of single sign-on. */
export interface SingleSignOnSettings {
  /** Undefined where none is set. */
  readonly provider: ProviderSettings | undefined;
  readonly passwords: boolean;
}

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scope: string;
  readonly createUsers: boolean;
  readonly linkByEmail: boolean;
  readonly groupsClaim: string;
  /** Undefined: no group is needed. */
  readonly requiredGroups: readonly string[] | undefined;
  /** Undefined: admins are made here. */
  readonly adminGroups: readonly string[] | undefined;
  readonly memberships: readonly MappedMembership[];
}

export const SINGLE_SIGN_ON = Symbol('hearth:single-sign-on');

/** @throws ConfigurationError */
export function singleSignOnSettings(environment?: NodeJS.ProcessEnv): SingleSignOnSettings {
  const read = settings.read(environment);
  const { HEARTH_OIDC_ISSUER: issuer, HEARTH_PASSWORD_SIGN_IN: passwords } = read;
  if (issuer === undefined) {
    if (!passwords)
      throw new ConfigurationError(
        'HEARTH_PASSWORD_SIGN_IN is off: set HEARTH_OIDC_ISSUER too, since no way to sign in is left.',
      );
    return { provider: undefined, passwords };
  }
  const { HEARTH_OIDC_CLIENT_ID: clientId, HEARTH_OIDC_CLIENT_SECRET: clientSecret } = read;
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigurationError(
      'HEARTH_OIDC_CLIENT_ID and HEARTH_OIDC_CLIENT_SECRET belong to HEARTH_OIDC_ISSUER: register Hearth at the provider.',
    );
  const provider = {
    issuer,
    clientId,
    clientSecret,
    name: read.HEARTH_OIDC_NAME,
    scope: read.HEARTH_OIDC_SCOPES.join(' '),
    createUsers: read.HEARTH_OIDC_CREATE_USERS,
    linkByEmail: read.HEARTH_OIDC_LINK_BY_EMAIL,
    groupsClaim: read.HEARTH_OIDC_GROUPS_CLAIM,
    requiredGroups: read.HEARTH_OIDC_REQUIRED_GROUPS,
    adminGroups: read.HEARTH_OIDC_ADMIN_GROUPS,
    memberships: read.HEARTH_OIDC_MEMBERSHIPS ?? [],
  };
  return { provider, passwords };
}

/** Without TLS anybody on the way could sign in as anybody. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

function membership(text: string): MappedMembership {
  const [, claim, path, level] = MEMBERSHIP.exec(text)!;
  return { claim: claim!, path: path!, level: LEVELS[level as keyof typeof LEVELS] };
}
