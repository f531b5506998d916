import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ServiceSchema } from '@hearth/data';
import { Keyring, Verifier, parseEncryptionKeys, type Signer } from '@hearth/secrets';
import { KeysModule } from './keys.module.js';

const schema: ServiceSchema = { service: 'ci', entities: [], migrations: [], jobs: false };

@Module({})
class PlainModule {
  static readonly schema = schema;
}

@Module({})
class SecretiveModule {
  static readonly schema: ServiceSchema = {
    ...schema,
    encrypted: [{ table: 'runners', id: 'id', columns: [{ column: 'token' }] }],
  };
}

describe('the keys of an app', () => {
  const start = (service: unknown, keyring?: Keyring) => {
    const keys = KeysModule.of({} as Signer, new Verifier(new Map()), keyring);
    const root = { module: class Root {}, imports: [keys, service as typeof PlainModule] };
    return NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  };
  const keyring = new Keyring(parseEncryptionKeys(`a:${Buffer.alloc(32, 1).toString('base64')}`));

  it('can be injected', async () => {
    const app = await start(SecretiveModule, keyring);
    expect(app.get(Keyring, { strict: false })).toBe(keyring);
    await app.close();
  });

  it('are not needed where nothing is encrypted', async () => {
    const app = await start(PlainModule);
    expect(app.get(Keyring, { strict: false }).ids).toEqual([]);
    await app.close();
  });

  it('keep a process from starting that encrypts something and has none', async () => {
    await expect(start(SecretiveModule)).rejects.toThrow(
      'HEARTH_KEYS_FILE is not set: ci keeps secrets encrypted and needs a file with keys for them.',
    );
  });
});
