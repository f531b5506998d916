import { ApiClient, type UserRecord } from '@hearth/testing';
import { TOTP } from 'otpauth';
import { hearth } from './hearth.js';
import { uniqueName } from './names.js';

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** A personal token with scope `api`. */
  readonly token: string;
  readonly api: ApiClient;
}

/** Creates a user with a token, as an admin. */
export async function newPerson(prefix: string): Promise<Person> {
  const username = uniqueName(prefix);
  const email = `${username}@example.com`;
  const password = `secret-${username}`;
  const user = { username, email, password, name: `${prefix} of the suite`, skip_confirmation: true };
  const { id } = (await hearth.root.post('/users', user)).expect(201).json<UserRecord>();
  const token = await mintToken(id, 'api');
  return { id, username, email, password, token, api: new ApiClient(hearth.url, token) };
}

/** Mints a personal token of a user, as an admin. */
export async function mintToken(userId: number, ...scopes: readonly string[]): Promise<string> {
  const minted = await hearth.root.post(`/users/${userId}/personal_access_tokens`, { name: 'suite', scopes });
  return minted.expect(201).json<{ token: string }>().token;
}

/**
 * The authenticator app of a user. Each code is valid once: it shows the code of the current time step, or of the step after its last one. The server
 * accepts the step before and after its own as well, so that two codes in a row are valid even at a change of steps.
 */
export class AuthenticatorApp {
  private readonly totp: TOTP;
  private lastStep = 0;

  /** @param secret in base32, as the page shows it */
  constructor(secret: string) {
    this.totp = new TOTP({ secret });
  }

  nextCode(): string {
    this.lastStep = Math.max(this.totp.counter(), this.lastStep + 1);
    return this.totp.generate({ timestamp: this.lastStep * this.totp.period * 1_000 });
  }
}

/** Returns the URL of a repository with credentials inside. */
export function remoteUrl(fullPath: string, login: string, secret: string): string {
  const url = new URL(`${hearth.url}/${fullPath}.git`);
  url.username = encodeURIComponent(login);
  url.password = encodeURIComponent(secret);
  return url.href;
}

/** Returns the URL of a repository with one user's credentials. */
export function remoteOf(person: Person, fullPath: string): string {
  return remoteUrl(fullPath, person.username, person.token);
}

/** Returns the URL of a repository without credentials. */
export function anonymousRemote(fullPath: string): string {
  return `${hearth.url}/${fullPath}.git`;
}
