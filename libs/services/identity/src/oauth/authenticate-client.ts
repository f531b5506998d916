import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { OAuthClientInvalid, OAuthRequestInvalid } from '../refusals.js';
import { ApplicationsStore, type Client } from '../applications/applications.store.js';
import { hashOf } from './issue.js';

/** Credentials of a client, in the Authorization header or in the body. */
export interface ClientCredentials {
  readonly authorization: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Authenticates the client of a request to the token, revocation or introspection endpoint. */
@Injectable()
export class AuthenticateClient {
  constructor(
    private readonly db: Database,
    private readonly applicationsStore: ApplicationsStore,
  ) {}

  /**
   * Authenticates confidential clients by their secret, and identifies public ones by their id.
   * @returns undefined when the request names no client
   * @throws OAuthClientInvalid; OAuthRequestInvalid for credentials in both header and body
   */
  async optional(credentials: ClientCredentials): Promise<Client | undefined> {
    const named = clientOf(credentials);
    if (!named) return undefined;
    const client = await this.applicationsStore.client(this.db, named.id);
    const proves = client && named.secret !== undefined && timingSafeEqual(hashOf(named.secret), client.secretHash);
    const needless = named.secret === undefined && client?.confidential === false;
    if (!client || !(proves || needless)) throw OAuthClientInvalid();
    return client;
  }

  /** @throws OAuthClientInvalid, also when the request names none; OAuthRequestInvalid */
  async execute(credentials: ClientCredentials): Promise<Client> {
    const client = await this.optional(credentials);
    if (!client) throw OAuthClientInvalid();
    return client;
  }
}

function clientOf({ authorization, clientId, clientSecret }: ClientCredentials) {
  const basic = /^basic +([^ ]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined)
    return clientId === undefined
      ? undefined
      : { id: clientId, secret: clientSecret === '' ? undefined : clientSecret };
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) throw OAuthClientInvalid();
  if (clientSecret !== undefined || (clientId !== undefined && clientId !== formDecoded(id)))
    throw OAuthRequestInvalid();
  return { id: formDecoded(id), secret: secret === '' ? undefined : formDecoded(secret) };
}

/** RFC 6749, 2.3.1: both parts are form-encoded before Basic encoding. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw OAuthClientInvalid();
  }
}
