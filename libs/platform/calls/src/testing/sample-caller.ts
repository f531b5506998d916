import { type DiscoveryService } from '@nestjs/core';
import type { Signer } from '@hearth/secrets';
import { HttpCaller } from '../http-caller.js';
import { LocalCaller } from '../local-calls.js';
import { CallRegistry } from '../registry.js';
import { ServiceMap } from '../service-map.js';

/** A process that answers nothing and calls over HTTP. @param services as in HEARTH_SERVICES */
export function sampleCaller(services: object, signer: Signer): HttpCaller {
  const registry = new CallRegistry({ getProviders: () => [] } as unknown as DiscoveryService);
  return new HttpCaller(registry, new LocalCaller(registry), ServiceMap.parse(JSON.stringify(services)), signer);
}

/** Both listeners of a process that has but one. */
export function sampleAddress(url: string) {
  return { routed: url, internal: url };
}
