import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ProcessTls, Signer } from '@hearth/secrets';
import { SpanKind } from '@opentelemetry/api';
import { Calls } from './calls.js';
import { ContractCalls } from './contract-calls.js';
import { HttpCallClient } from './http-call-client.js';
import { LocalCallClient, LocalCallServer } from './local-calls.js';
import { ProcessProbes } from './service-client/process-probes.js';
import { ServiceMap } from './service-client/service-map.js';
import { callTimeout } from './settings.js';

/** Provides calls over HTTP: HEARTH_SERVICES has the addresses of the other services. */
@Global()
@Module({})
export class HttpCalls {
  static register(): DynamicModule {
    return {
      module: HttpCalls,
      providers: [
        LocalCallServer,
        LocalCallClient,
        ProcessProbes,
        { provide: ServiceMap, useFactory: () => ServiceMap.fromEnvironment() },
        {
          provide: HttpCallClient,
          inject: [LocalCallClient, ServiceMap, Signer, ProcessTls],
          useFactory: (...parts: ConstructorParameters<typeof HttpCallClient>) => new HttpCallClient(...parts),
        },
        {
          provide: Calls,
          inject: [HttpCallClient],
          useFactory: (client: HttpCallClient) => new ContractCalls(client, callTimeout(), SpanKind.CLIENT),
        },
      ],
      exports: [Calls, LocalCallServer, ProcessProbes, ServiceMap],
    };
  }
}
