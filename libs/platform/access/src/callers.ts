import type { IncomingMessage } from 'node:http';
import { CORRELATION_HEADER } from '@hearth/calls';
import { Caller } from '@hearth/contract-kit';
import { learnActor } from '@hearth/telemetry';
import { SignatureError, type Signer, type Verifier } from '@hearth/secrets';

/** Carries the signed caller from the gateway to a service. */
export const CALLER_HEADER = 'x-hearth-caller';

/** Where a service learns who calls: signed by the gateway between processes, attached by the edge within one. */
export abstract class Callers {
  /** @throws SignatureError when the request did not come through the edge */
  abstract of(request: IncomingMessage): Promise<Caller>;
}

const attached = new WeakMap<IncomingMessage, Caller>();

/** The edge of an all-in-one process hands the caller over with this. */
export function attachCaller(request: IncomingMessage, caller: Caller): void {
  learnActor(caller.principal?.userId);
  attached.set(request, caller);
}

/** Callers as the edge of this process attached them. */
export class AttachedCallers extends Callers {
  of(request: IncomingMessage): Promise<Caller> {
    const caller = attached.get(request);
    if (!caller) return Promise.reject(new SignatureError('no caller attached'));
    return Promise.resolve(caller);
  }
}

/** Only the gateway says who calls. */
const ISSUER = 'gateway';

/** Callers as the gateway signed them for this service. */
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
    const { issuer, claims } = await this.verifier.verify(token, this.audience);
    if (issuer !== ISSUER) throw new SignatureError('not signed by the gateway');
    const caller = Caller.parse({ ...(claims['caller'] as object), correlationId: correlationOf(request) });
    learnActor(caller.principal?.userId);
    return caller;
  }
}

/** The correlation id travels outside the signature, so that requests of one user share a signature for a while. */
function correlationOf(request: IncomingMessage): string {
  const value = request.headers[CORRELATION_HEADER];
  return typeof value === 'string' ? value : '';
}

/** The header value that SignedCallers understands. */
export function signCaller(signer: Signer, audience: string, caller: Omit<Caller, 'correlationId'>): Promise<string> {
  const { principal, clientAddress, baseUrl } = caller;
  return signer.sign(audience, { caller: { principal, clientAddress, baseUrl } });
}
