import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LocalCallServer } from '@hearth/calls';
import { HttpModule, facesUsers, publishedBy } from '@hearth/http';
import type { ProcessTls } from '@hearth/secrets';
import { accessLog } from './access-log.js';
import { modulesOf } from '@hearth/http';
import { NestLog, type Logger } from './logger.js';
import { routedListener } from './routed-listener.js';

export interface AppOptions {
  /** The root module of the process. */
  module: Type;
  keys: DynamicModule;
  logger: Logger;
  trustedProxies?: string[] | undefined;
  /** TLS of a listener that only the gateway reaches. */
  tls?: ProcessTls;
}

@Module({})
class ProcessModule {}

/**
 * Creates the app of a process around its modules; it does not listen yet.
 * @throws ConfigurationError
 */
export async function createApp({
  module,
  keys,
  logger,
  trustedProxies,
  tls,
}: AppOptions): Promise<NestFastifyApplication> {
  const root: DynamicModule = {
    module: ProcessModule,
    imports: [
      keys,
      HttpModule.register((error, request) => logger.error({ err: error, ...request }, 'request failed')),
      module,
    ],
  };
  const modules = modulesOf(module);
  const [edge] = modules.flatMap((each) => facesUsers(each) ?? []);
  const listener = routedListener({
    trustedProxies,
    facesUsers: edge !== undefined,
    routesVersion: edge ? undefined : publishedBy(modules)[0]?.version,
    rewriteTarget: edge?.rewriteTarget,
    log: accessLog(logger),
    tls,
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, listener, {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
    forceCloseConnections: false,
  });
  app.connectMicroservice({ strategy: app.get(LocalCallServer) });
  return app;
}
