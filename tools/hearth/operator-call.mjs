import { sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Failure } from './failure.mjs';

const TOKEN_SECONDS = 30;
const TIMEOUT_MS = 30_000;

/** A contract's refusal: its code, and the service's words as message. */
export class Refused extends Error {
  constructor({ code, body }) {
    const words = body.message ?? body.error;
    super(typeof words === 'string' ? words : JSON.stringify(words));
    this.code = code;
  }
}

/**
 * Asks a running service something as the operator: a signed call to its internal port.
 * @param {{ data: import('./data-folder.mjs').DataFolder, port: number, name: string, input: object }} call
 *   `name` is the contract's, such as `identity.mint-token`
 * @returns {Promise<any>} the contract's result
 * @throws {Refused} when the service refuses, {Failure} when it does not answer or does not accept the operator
 */
export async function operatorCall({ data, port, name, input }) {
  const [service] = name.split('.');
  const token = signCallToken(JSON.parse(readFileSync(data.signingKey('operator'), 'utf8')), service);
  const { status, body } = await postJson({ port, path: `/calls/${name}`, token, input });
  if (status === 200) return body;
  if (body?.refusal) throw new Refused(body.refusal);
  if (status === 400)
    throw new Failure(`The call ${name} was not understood: check the words and options of the command.`);
  throw new Failure(`The call ${name} was answered with status ${status}: look into ${data.logs} for the reason.`);
}

/** A short-lived signed token (JWT, EdDSA) for a call to one service. */
export function signCallToken({ kid, service, privateKey }, audience, nowMs = Date.now()) {
  const issued = Math.floor(nowMs / 1000);
  const header = { alg: 'EdDSA', typ: 'JWT', kid };
  const claims = { iss: service, aud: audience, iat: issued, exp: issued + TOKEN_SECONDS };
  const unsigned = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${unsigned}.${sign(null, Buffer.from(unsigned), privateKey).toString('base64url')}`;
}

function postJson({ port, path, token, input }) {
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(input);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const post = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        timeout: TIMEOUT_MS,
        headers: { ...headers, authorization: `Bearer ${token}` },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.once('end', () => resolve({ status: response.statusCode, body: parse(text) }));
        response.once('error', reject);
      },
    );
    post.once('timeout', () => post.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    post.once('error', (cause) =>
      reject(
        new Failure(`Hearth does not answer on its internal port ${port} (${cause.message}): see ./hearth status.`, {
          cause,
        }),
      ),
    );
    post.end(payload);
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
