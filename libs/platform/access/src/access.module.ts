import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@hearth/contract-kit';
import { Calls } from '@hearth/calls';
import { Verifier } from '@hearth/secrets';
import { AccessResolver, type AccessContract } from './access-resolver.js';
import { AttachedCallers, Callers, SignedCallers } from './callers.js';

/** Gives every endpoint its caller and the answer to the access question. */
@Global()
@Module({})
export class AccessModule {
  /** For a process of its own: callers come signed by the gateway. */
  static signedFor(service: ServiceName, contract: AccessContract): DynamicModule {
    return accessModule(contract, {
      provide: Callers,
      inject: [Verifier],
      useFactory: (verifier: Verifier) => new SignedCallers(verifier, service),
    });
  }

  /** For a process that has the edge mounted: callers come as objects. */
  static attached(contract: AccessContract): DynamicModule {
    return accessModule(contract, { provide: Callers, useClass: AttachedCallers });
  }
}

function accessModule(
  contract: AccessContract,
  callers: NonNullable<DynamicModule['providers']>[number],
): DynamicModule {
  return {
    module: AccessModule,
    providers: [
      callers,
      { provide: AccessResolver, inject: [Calls], useFactory: (calls: Calls) => new AccessResolver(calls, contract) },
    ],
    exports: [Callers, AccessResolver],
  };
}
