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
 * Lists the providers of every module, each with the instance of `provided` that the module imports (`forService`), itself or through
 * another module, to find the decorated classes of a service. `imported` is undefined when it imports none.
 */
export function providersBeside<T>(
  app: INestApplicationContext,
  provided: Type<T>,
): { provider: object; imported: T | undefined }[] {
  return [...app.get(ModulesContainer).values()].flatMap((module) => {
    const imported = [...importsOf(module)]
      .map(({ providers }) => providers.get(provided)?.instance as T | undefined)
      .find((instance) => instance !== undefined);
    const instances = [...module.providers.values()].map(({ instance }) => instance as unknown);
    return instances
      .filter((one) => typeof one === 'object' && one !== null)
      .map((provider) => ({ provider, imported }));
  });
}

/** All modules that a module imports. A service's modules import no other service's. */
function importsOf(module: NestModule, found = new Set<NestModule>()): Set<NestModule> {
  for (const each of module.imports) {
    if (found.has(each)) continue;
    found.add(each);
    importsOf(each, found);
  }
  return found;
}

type NestModule = ModulesContainer extends Map<string, infer M> ? M : never;
