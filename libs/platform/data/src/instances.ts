import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

/** Lists the providers of the modules of a kind (`forService`): one instance for each service of the app, none in a gateway. */
export function instancesOf<T>(app: INestApplicationContext, provided: Type<T>): T[] {
  return [...app.get(ModulesContainer).values()].flatMap(({ providers }) => {
    const instance = providers.get(provided)?.instance as T | undefined;
    return instance ? [instance] : [];
  });
}

/**
 * Lists the providers of every module, each with the instance of `provided` that the module imports (`forService`), to find the decorated classes of
 * a service. `imported` is undefined when the module imports none.
 */
export function providersBeside<T>(
  app: INestApplicationContext,
  provided: Type<T>,
): { provider: object; imported: T | undefined }[] {
  return [...app.get(ModulesContainer).values()].flatMap(({ imports, providers }) => {
    const [imported] = [...imports].flatMap(
      (module) => (module.providers.get(provided)?.instance as T | undefined) ?? [],
    );
    const instances = [...providers.values()].map(({ instance }) => instance as unknown);
    return instances
      .filter((one) => typeof one === 'object' && one !== null)
      .map((provider) => ({ provider, imported }));
  });
}
