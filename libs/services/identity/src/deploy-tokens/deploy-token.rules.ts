import type { AuditEntry } from '@hearth/audit';
import { lengthFailures } from '@hearth/http';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';

/** Deploy token to create. */
export interface WantedDeployToken {
  readonly name: string;
  /** Null: made of the token's id. */
  readonly username: string | null;
  readonly scopes: readonly string[];
  /** Null: never expires. */
  readonly expiresAt: Date | null;
}

/** Failures by field, in the words of the v4 API. */
export type DeployTokenFailures = Partial<Record<'name' | 'username' | 'scopes', readonly string[]>>;

/** Beginning of the values of deploy tokens, by which sign-ins with them are told from others. */
export const DEPLOY_TOKEN_PREFIX = 'gldt-';

/** The scope that opens something. */
export const DEPLOY_TOKEN_SCOPE = 'read_repository';
/** Scopes of the API. Those of registries and packages open nothing: clients ask for them beside that of repositories. */
const DEPLOY_TOKEN_SCOPES: readonly string[] = [
  DEPLOY_TOKEN_SCOPE,
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
];
const TEXT = { max: 255 };
const USERNAME = /^[A-Za-z0-9_.+-]+$/;

/** Returns all failures of a deploy token; empty when it is valid. */
export function deployTokenFailures({ name, username, scopes }: WantedDeployToken): DeployTokenFailures {
  const failures: DeployTokenFailures = {};
  const wrongName = name.trim() === '' ? ["can't be blank"] : lengthFailures(name, TEXT);
  if (wrongName.length > 0) failures.name = wrongName;
  const wrongUsername = username === null ? [] : usernameFailures(username);
  if (wrongUsername.length > 0) failures.username = wrongUsername;
  if (scopes.length === 0) failures.scopes = ["can't be blank"];
  else if (scopes.some((scope) => !DEPLOY_TOKEN_SCOPES.includes(scope)))
    failures.scopes = ['can only contain available scopes'];
  return failures;
}

function usernameFailures(username: string): string[] {
  if (!USERNAME.test(username)) return ["can contain only letters, digits, '_', '-', '+', and '.'"];
  return lengthFailures(username, TEXT);
}

/** Returns the username of a deploy token, which comes beside its value. */
export function deployTokenUsername({
  id,
  username,
}: {
  readonly id: number;
  readonly username: string | null;
}): string {
  return username ?? `gitlab+deploy-token-${id}`;
}

/** Returns the audit record of a change of a deploy token, without its value. */
export function auditOfDeployToken(
  verb: 'created' | 'deleted',
  { kind, id }: CredentialHolder,
  token: {
    readonly id: number;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly expiresAt: Date | null;
  },
): AuditEntry {
  const { id: tokenId, name, scopes, expiresAt } = token;
  const details = { tokenId, name, scopes: [...scopes], expiresAt: expiresAt?.toISOString() ?? null };
  return { kind: `deploy_token.${verb}`, subject: { type: kind, id }, details };
}
