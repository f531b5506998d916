import type { ProcessTls } from '@hearth/secrets';
import type { buildConnector } from 'undici';
import { undici } from '../undici.js';

/** Longer than a connection takes in a healthy network. */
const CONNECT_TIMEOUT_MS = 2_000;

/** The authorities that addresses with `https` are checked against. */
export type TrustedAuthorities = Pick<ProcessTls, 'authorities'>;

/** Connects with the authorities that are trusted at the time. */
export function connector(tls: TrustedAuthorities | undefined): buildConnector.connector {
  const { buildConnector } = undici();
  const create = (ca: string | undefined) =>
    buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, ...(ca !== undefined && { ca }) });
  let trusted = tls?.authorities;
  let connect = create(trusted);
  return (options, callback) => {
    if (tls?.authorities !== trusted) {
      trusted = tls?.authorities;
      connect = create(trusted);
    }
    connect(options, callback);
  };
}
