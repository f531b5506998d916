import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { AccessModule } from '@hearth/access';
import { Calls, LocalCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import type { ServiceSchema } from '@hearth/data';
import { HttpModule } from '@hearth/http';
import { LocalEvents } from '@hearth/messaging';
import { Keyring, ProcessTls, Signer, Verifier, parseEncryptionKeys } from '@hearth/secrets';
import { makeSigningKeys } from '../signing-keys.js';

/** The module of a service, as services export it. */
export type ServiceModule = Type & { readonly schema: ServiceSchema };

/** Answers for the other services: controllers with `@Answers`, or one object that takes every call. */
export type Fakes = readonly Type[] | Calls;

/** A provider and its replacement. */
export interface Replacement {
  readonly provider: unknown;
  readonly by: unknown;
}

const KEYS = `test:${Buffer.alloc(32, 't').toString('base64')}`;

/** Provides the environment of a service in an all-in-one process. */
@Global()
@Module({})
class Surroundings {
  static with(fakes: Fakes, { signer, verifier }: { signer: Signer; verifier: Verifier }): DynamicModule {
    const keys = [
      { provide: Keyring, useValue: new Keyring(parseEncryptionKeys(KEYS)) },
      { provide: Signer, useValue: signer },
      { provide: Verifier, useValue: verifier },
      { provide: ProcessTls, useValue: ProcessTls.none() },
    ];
    const exported = keys.map(({ provide }) => provide);
    if (fakes instanceof Calls)
      return {
        module: Surroundings,
        imports: [LocalEvents],
        providers: [...keys, { provide: Calls, useValue: fakes }],
        exports: [...exported, Calls],
      };
    return {
      module: Surroundings,
      imports: [LocalCalls, LocalEvents],
      controllers: [...fakes],
      providers: keys,
      exports: exported,
    };
  }
}

/** @param failures collects errors that are not refusals */
export async function compileService(
  module: ServiceModule,
  fakes: Fakes,
  replacements: readonly Replacement[],
  failures: unknown[],
): Promise<TestingModule> {
  const frame = [AccessModule.attached(accessContracts), HttpModule.register((error) => failures.push(error))];
  const testing = Test.createTestingModule({
    imports: [Surroundings.with(fakes, await makeSigningKeys(module.schema.service)), module, ...frame],
  });
  for (const { provider, by } of replacements) testing.overrideProvider(provider).useValue(by);
  return testing.compile();
}
