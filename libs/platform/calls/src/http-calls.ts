import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ProcessTls, Signer } from '@hearth/secrets';
import { Calls } from './calls.js';
import { HttpCaller } from './http-caller.js';
import { LocalCaller } from './local-calls.js';
import { CallRegistry } from './registry.js';
import { ServiceMap } from './service-map.js';

/** Provides calls over HTTP: HEARTH_SERVICES has the addresses of the other services. */
@Global()
@Module({})
export class HttpCalls implements OnApplicationShutdown {
  constructor(private readonly calls: Calls) {}

  static register(): DynamicModule {
    return {
      module: HttpCalls,
      imports: [DiscoveryModule],
      providers: [
        CallRegistry,
        LocalCaller,
        { provide: ServiceMap, useFactory: () => ServiceMap.fromEnvironment() },
        {
          provide: Calls,
          inject: [CallRegistry, LocalCaller, ServiceMap, Signer, ProcessTls],
          useFactory: (...parts: ConstructorParameters<typeof HttpCaller>) => new HttpCaller(...parts),
        },
      ],
      exports: [Calls, CallRegistry, ServiceMap],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.calls instanceof HttpCaller) await this.calls.close();
  }
}
