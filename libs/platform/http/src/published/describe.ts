import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { endpointOf } from '../endpoint.js';
import type { EndpointDescription } from '../endpoint-description.js';
import { modulesOf } from './modules-of.js';
import { rawRouteOf, type RawRoute } from '../raw-route.js';

const methods = new MetadataScanner();

/** Lists the endpoints and raw routes of a service, inherited ones included, in the order of its modules and their controllers. */
export function describeService(module: Type): { endpoints: EndpointDescription[]; raw: RawRoute[] } {
  const controllers = modulesOf(module).flatMap(
    (each) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, each) ?? []) as Type[],
  );
  const handlers = controllers.flatMap(({ prototype }) =>
    // Like Nest's route discovery: a subclass inherits routes, unless it declares a method of the same name.
    methods.getAllMethodNames(prototype as object).map((name) => (prototype as Record<string, () => unknown>)[name]!),
  );
  return {
    endpoints: handlers.flatMap((handler) => endpointOf(handler) ?? []),
    raw: handlers.flatMap((handler) => rawRouteOf(handler) ?? []),
  };
}
