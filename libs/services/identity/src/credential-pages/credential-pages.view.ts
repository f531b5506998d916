import type { EndpointCall, Page } from '@hearth/http';
import {
  pageLinks,
  presentSettingsFrame,
  ROLES,
  type RoleLevel,
  type FormFailure,
  type PageLinks,
  type SelectOptions,
  type SettingsFrame,
} from '@hearth/pages';
import type { AccessTokenFact } from '../access-tokens/access-token.facts.js';
import { ACCESS_TOKEN_SCOPES, BOT_LEVELS } from '../access-tokens/access-token.rules.js';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import type { DeployTokenFact } from '../deploy-tokens/deploy-token.facts.js';
import { DEPLOY_TOKEN_SCOPE, deployTokenUsername } from '../deploy-tokens/deploy-token.rules.js';
import { latestBotExpiry } from '../tokens/token.rules.js';
import type { OfferedScope } from '../tokens/token-pages.view.js';

type Kind = CredentialHolder['kind'];

/** Paths of the lists, below the pages of their project or group. */
export const ACCESS_TOKENS = '/settings/access_tokens';
export const DEPLOY_TOKENS = '/deploy_tokens';

interface TokenList extends SettingsFrame {
  readonly values: Readonly<Record<string, unknown>>;
  readonly scopes: readonly OfferedScope[];
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
  readonly pager: PageLinks;
}

/** Data of the pages of access tokens and deploy tokens. */
export interface CredentialPageData {
  readonly 'access-tokens': TokenList & {
    readonly tokens: readonly {
      readonly id: number;
      readonly name: string;
      readonly description: string | null;
      readonly scopes: readonly string[];
      /** Name of the role of its bot; null after the bot has left. */
      readonly role: string | null;
      readonly createdAt: Date;
      readonly expiresAt: string | null;
      readonly lastUsedAt: Date | null;
    }[];
    readonly roles: SelectOptions;
    /** Last day on which a new token may expire. */
    readonly latest: string;
  };
  readonly 'deploy-tokens': TokenList & {
    readonly tokens: readonly {
      readonly id: number;
      readonly name: string;
      readonly username: string;
      readonly expired: boolean;
      readonly expiresAt: Date | null;
    }[];
    readonly mayManage: boolean;
  };
  readonly 'new-credential': SettingsFrame & {
    readonly name: string;
    readonly username: string | null;
    readonly value: string;
    readonly example: string;
  };
}

/** Outcome of the form before. */
export interface ShownCredentials {
  readonly values?: Readonly<Record<string, unknown>> & { readonly scopes: readonly string[] };
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

const ACCESS_TOKEN_TEXTS: Readonly<Record<string, string>> = {
  api: 'Use the API as far as its role allows',
  read_api: 'Read from the API as far as its role allows',
  read_repository: 'Fetch from repositories',
  write_repository: 'Fetch from repositories and push to them',
};

export function presentAccessTokensPage(
  kind: Kind,
  call: EndpointCall<unknown>,
  page: Page<AccessTokenFact>,
  today: string,
  shown: ShownCredentials,
): CredentialPageData['access-tokens'] {
  const frame = presentSettingsFrame(kind, call, ACCESS_TOKENS, 'Access tokens');
  const offered = ACCESS_TOKEN_SCOPES.map((value) => [value, ACCESS_TOKEN_TEXTS[value]!] as const);
  const levels = BOT_LEVELS[kind].filter((level) => level <= call[kind].level);
  return {
    ...presentList(frame, page, offered, { values: { access_level: levels.at(-1), scopes: [] }, ...shown }),
    tokens: page.items.map(({ id, name, description, scopes, level, createdAt, expiresAt, lastUsedAt }) => ({
      ...{ id, name, description, scopes, createdAt, expiresAt, lastUsedAt },
      role: level === null ? null : ROLES[level as RoleLevel],
    })),
    roles: levels.map((level) => [level, ROLES[level as RoleLevel]]),
    ...{ today, latest: latestBotExpiry(today) },
  };
}

export function presentDeployTokensPage(
  kind: Kind,
  call: EndpointCall<unknown>,
  page: Page<DeployTokenFact>,
  { today, mayManage, shown }: { today: string; mayManage: boolean; shown: ShownCredentials },
): CredentialPageData['deploy-tokens'] {
  const frame = presentSettingsFrame(kind, call, DEPLOY_TOKENS, 'Deploy tokens');
  const offered = [[DEPLOY_TOKEN_SCOPE, 'Fetch from repositories']] as const;
  return {
    ...presentList(frame, page, offered, { values: { scopes: [DEPLOY_TOKEN_SCOPE] }, ...shown }),
    tokens: page.items.map((token) => {
      const { id, name, expired, expiresAt } = token;
      return { id, name, expired, expiresAt, username: deployTokenUsername(token) };
    }),
    ...{ today, mayManage },
  };
}

function presentList(
  frame: SettingsFrame,
  page: Page<unknown>,
  offered: readonly (readonly [value: string, text: string])[],
  { values = { scopes: [] }, notice = null, failures = [] }: ShownCredentials,
) {
  const scopes = offered.map(([value, text]) => ({ value, text, chosen: values.scopes.includes(value) }));
  return { ...frame, values, scopes, notice, failures, pager: pageLinks(page, frame.at) };
}
