import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { Calls } from '@hearth/calls';
import { Verifier } from '@hearth/secrets';
import { AccessResolver, type AccessContracts } from './access-resolver.js';
import { AttachedCallers, Callers, SignedCallers } from './callers.js';

/** Provides callers and access to every endpoint. */
@Global()
@Module({})
export class AccessModule {
  /** For the process of one service: callers are signed by the gateway. */
  static signedFor(service: ServiceName, contracts: AccessContracts): DynamicModule {
    return accessModule(contracts, {
      provide: Callers,
      inject: [Verifier],
      useFactory: (verifier: Verifier) => new SignedCallers(verifier, service),
    });
  }

  /** For a process that includes the edge: callers are passed on as objects. */
  static attached(contracts: AccessContracts): DynamicModule {
    return accessModule(contracts, { provide: Callers, useClass: AttachedCallers });
  }
}

function accessModule(
  contracts: AccessContracts,
  callers: NonNullable<DynamicModule['providers']>[number],
): DynamicModule {
  return {
    module: AccessModule,
    providers: [
      callers,
      { provide: AccessResolver, inject: [Calls], useFactory: (calls: Calls) => new AccessResolver(calls, contracts) },
    ],
    exports: [Callers, AccessResolver],
  };
}
