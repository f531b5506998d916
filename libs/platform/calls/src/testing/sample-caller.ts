import { SpanKind } from '@opentelemetry/api';
import { ProcessTls, type Signer } from '@hearth/secrets';
import { ContractCalls } from '../contract-calls.js';
import { HttpCallClient } from '../http-call-client.js';
import { LocalCallClient, LocalCallServer } from '../local-calls.js';
import { ServiceMap } from '../service-client/service-map.js';
import { callTimeout } from '../settings.js';

/** Calls over HTTP, of a process that answers nothing. */
export class SampleCaller extends ContractCalls {
  constructor(private readonly http: HttpCallClient) {
    super(http, callTimeout(), SpanKind.CLIENT);
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

/** @param services as in HEARTH_SERVICES */
export function sampleCaller(services: object, signer: Signer, tls = ProcessTls.none()): SampleCaller {
  const map = ServiceMap.parse(JSON.stringify(services));
  return new SampleCaller(new HttpCallClient(new LocalCallClient(new LocalCallServer()), map, signer, tls));
}

/** Both listeners of a process that has only one. */
export function sampleAddress(url: string) {
  return { routed: url, internal: url };
}
