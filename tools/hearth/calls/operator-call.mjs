import { Failure } from '../failure.mjs';
import { internalRequest, operatorHeaders } from '../internal-request.mjs';

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
 * @param {{ data: import('../data-folder.mjs').DataFolder, port: number, authority?: string, name: string, input: object }} call
 *   `authority` as for `internalRequest`; `name` is the contract's, such as `identity.mint-token`
 * @returns {Promise<any>} the contract's result
 * @throws {Refused} when the service refuses, {Failure} when it does not answer or does not accept the operator
 */
export async function operatorCall({ data, port, authority, name, input }) {
  const [audience] = name.split('.');
  const [method, path] = ['POST', `/calls/${name}`];
  const headers = operatorHeaders(data, { audience, method, path });
  const { status, body } = await postJson({ port, authority, path, method, headers, input });
  if (status === 200) return body;
  if (body?.refusal) throw new Refused(body.refusal);
  if (status === 400)
    throw new Failure(`The call ${name} was not understood: check the words and options of the command.`);
  throw new Failure(`The call ${name} was answered with status ${status}: look into ${data.logs} for the reason.`);
}

async function postJson({ port, authority, path, method, headers, input }) {
  const payload = JSON.stringify(input);
  const described = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
  try {
    const options = { port, authority, path, method, headers: described, payload, timeoutMs: TIMEOUT_MS };
    const { status, text } = await internalRequest(options);
    return { status, body: parse(text) };
  } catch (cause) {
    throw new Failure(`Hearth does not answer on its internal port ${port} (${cause.message}): see ./hearth status.`, {
      cause,
    });
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
