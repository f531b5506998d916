import type { IncomingMessage } from 'node:http';
import { CORRELATION_HEADER } from '@hearth/calls';
import { Caller } from '@hearth/contract-kit';
import { setActor } from '@hearth/telemetry';
import { SignatureError, type Purpose, type Signer, type Verifier } from '@hearth/secrets';

/** Header with the signed caller, from the gateway to a service. */
export const CALLER_HEADER = 'x-hearth-caller';

/** Determines the caller of a request: signed by the gateway between processes, attached by the edge within one. */
export abstract class Callers {
  /**
   * Returns the caller of a request.
   * @throws SignatureError when the request did not come through the edge
   */
  abstract of(request: IncomingMessage): Promise<Caller>;
}

const attached = new WeakMap<IncomingMessage, Caller>();

/** Attaches the caller to a request; used by the edge of an all-in-one process. */
export function attachCaller(request: IncomingMessage, caller: Caller): void {
  setActorOf(caller);
  attached.set(request, caller);
}

/** Callers that the edge of this process has attached. */
export class AttachedCallers extends Callers {
  of(request: IncomingMessage): Promise<Caller> {
    const caller = attached.get(request);
    if (!caller) return Promise.reject(new SignatureError('no caller attached'));
    return Promise.resolve(caller);
  }
}

/** Callers are signed by the gateway only. */
const ISSUER = 'gateway';

/** Callers that the gateway has signed for this service. */
export class SignedCallers extends Callers {
  constructor(
    private readonly verifier: Verifier,
    private readonly audience: string,
  ) {
    super();
  }

  async of(request: IncomingMessage): Promise<Caller> {
    const token = request.headers[CALLER_HEADER];
    if (typeof token !== 'string') throw new SignatureError('missing');
    const { issuer, claims } = await this.verifier.verify(token, purposeOf(this.audience, request));
    if (issuer !== ISSUER) throw new SignatureError('not signed by the gateway');
    const caller = Caller.parse({ ...(claims['caller'] as object), correlationId: correlationOf(request) });
    setActorOf(caller);
    return caller;
  }
}

function setActorOf({ principal, clientAddress }: Caller): void {
  setActor(principal?.userId, { address: clientAddress });
}

/** The correlation id travels outside the signature, so that requests of one user share a signature for a while. */
function correlationOf(request: IncomingMessage): string {
  const value = request.headers[CORRELATION_HEADER];
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the header value that SignedCallers verifies.
 * @param audience the service that answers the request
 * @param request as it is sent to that service
 */
export function signCaller(
  signer: Signer,
  audience: string,
  request: Pick<IncomingMessage, 'method' | 'url'>,
  caller: Omit<Caller, 'correlationId'>,
): string {
  const { principal, clientAddress, baseUrl, sshPrefix } = caller;
  return signer.sign(purposeOf(audience, request), { caller: { principal, clientAddress, baseUrl, sshPrefix } });
}

function purposeOf(audience: string, { method, url }: Pick<IncomingMessage, 'method' | 'url'>): Purpose {
  return { type: 'caller', audience, method: method!, url: url! };
}
