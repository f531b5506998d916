import { hash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';

const TOKEN_SECONDS = 30;

/**
 * Sends a request to the internal listener of a service on this machine.
 * @param {{ port: number, authority?: string, path: string, method?: string, headers?: object, payload?: string, timeoutMs: number }} options
 *   `authority` is the PEM file that the certificate of the service is checked against; without it the service speaks plain HTTP
 * @returns {Promise<{ status: number, text: string }>} rejects where no complete answer came in time
 */
export function internalRequest({ port, authority, path, method = 'GET', headers = {}, payload, timeoutMs }) {
  const { request } = authority ? https : http;
  const trust = authority ? { ca: readFileSync(authority) } : {};
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method, headers, agent: false, ...trust }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode, text }));
      response.once('error', reject);
    });
    const giveUp = setTimeout(() => asking.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
    asking.once('error', reject);
    asking.once('close', () => {
      clearTimeout(giveUp);
      reject(new Error('the connection was closed'));
    });
    asking.end(payload);
  });
}

/**
 * The header with which the operator of a data folder may send one request.
 * @param {import('./data-folder.mjs').DataFolder} data
 * @param {{ audience: string, method?: string, path: string }} purpose the service that answers it, and the request
 */
export function operatorHeaders(data, purpose) {
  const key = JSON.parse(readFileSync(data.signingKey('operator'), 'utf8'));
  return { authorization: `Bearer ${signCallToken(key, purpose)}` };
}

/** A short-lived signed token (JWT, EdDSA) for one request to the internal listener of a service. */
export function signCallToken({ kid, service, privateKey }, { audience, method = 'GET', path }, nowMs = Date.now()) {
  const issued = Math.floor(nowMs / 1000);
  const header = { alg: 'EdDSA', typ: 'hearth-call+jwt', kid };
  const request = hash('sha256', `${method} ${path}`, 'base64url');
  const claims = { request, iss: service, aud: audience, iat: issued, exp: issued + TOKEN_SECONDS };
  const unsigned = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${unsigned}.${sign(null, Buffer.from(unsigned), privateKey).toString('base64url')}`;
}
