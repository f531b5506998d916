import {
  Global,
  Inject,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ConfigurationError } from '@hearth/config';
import type { ServiceSchema } from '@hearth/data';
import { Keyring, ProcessKeys, Signer, Verifier, type KeyFiles } from '@hearth/secrets';

/** Gives the process its signature, the means to check others', and the keys of what it stores encrypted. */
@Global()
@Module({})
export class KeysModule implements OnModuleInit, OnApplicationShutdown {
  private static readonly logger = new Logger('keys');

  constructor(
    private readonly modules: ModulesContainer,
    private readonly keyring: Keyring,
    @Inject(ProcessKeys) private readonly processKeys: ProcessKeys | null,
  ) {}

  /**
   * Keys that follow their files while the process runs; the keyring's are named by HEARTH_KEYS_FILE or HEARTH_KEYS.
   * @param files paths of the signing key and of the public keys
   * @throws ConfigurationError for one that cannot be used
   */
  static async load(files: KeyFiles): Promise<DynamicModule> {
    const report = (problem: string) => KeysModule.logger.warn(problem);
    const keys = await ProcessKeys.load(files, { report });
    keys.watch();
    return keysModule(keys.signer, keys.verifier, keys.keyring, keys);
  }

  /** Fixed keys, for specs. */
  static of(signer: Signer, verifier: Verifier, keyring = new Keyring()): DynamicModule {
    return keysModule(signer, verifier, keyring, null);
  }

  /** @throws ConfigurationError when a service of this process stores something encrypted and there is no key for it */
  onModuleInit(): void {
    if (this.keyring.ids.length > 0) return;
    const schemas = [...this.modules.values()].map(({ metatype }) => (metatype as { schema?: ServiceSchema }).schema);
    const needing = schemas.find((schema) => (schema?.encrypted ?? []).length > 0);
    if (needing) {
      throw new ConfigurationError(
        `HEARTH_KEYS_FILE is not set: ${needing.service} keeps secrets encrypted and needs a file with keys for them.`,
      );
    }
  }

  onApplicationShutdown(): void {
    this.processKeys?.stop();
  }
}

function keysModule(
  signer: Signer,
  verifier: Verifier,
  keyring: Keyring,
  processKeys: ProcessKeys | null,
): DynamicModule {
  return {
    module: KeysModule,
    providers: [
      { provide: Signer, useValue: signer },
      { provide: Verifier, useValue: verifier },
      { provide: Keyring, useValue: keyring },
      { provide: ProcessKeys, useValue: processKeys },
    ],
    exports: [Signer, Verifier, Keyring, ProcessKeys],
  };
}
