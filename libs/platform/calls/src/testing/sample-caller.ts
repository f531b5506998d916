import { type DiscoveryService } from '@nestjs/core';
import { ProcessTls, type Signer } from '@hearth/secrets';
import { HttpCaller } from '../http-caller.js';
import { LocalCaller } from '../local-calls.js';
import { CallRegistry } from '../registry.js';
import { ServiceMap } from '../service-map.js';

/**
 * Creates a process that answers nothing and calls over HTTP.
 * @param services as in HEARTH_SERVICES
 */
export function sampleCaller(services: object, signer: Signer, tls = ProcessTls.none()): HttpCaller {
  const registry = new CallRegistry({ getProviders: () => [] } as unknown as DiscoveryService);
  const map = ServiceMap.parse(JSON.stringify(services));
  return new HttpCaller(registry, new LocalCaller(registry), map, signer, tls);
}

/** Both listeners of a process that has only one. */
export function sampleAddress(url: string) {
  return { routed: url, internal: url };
}
