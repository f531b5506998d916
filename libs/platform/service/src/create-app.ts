import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { HttpModule } from '@hearth/http';
import { accessLog } from './access-log.js';
import { modulesOf } from './check-settings.js';
import { NestLog, type Logger } from './logger.js';
import { routedListener } from './routed-listener.js';

/** The module that asks who calls; the process that has it is the one that users reach. */
const EDGE = 'EdgeModule';

export interface AppOptions {
  /** The list of modules that makes the process. */
  module: Type;
  keys: DynamicModule;
  logger: Logger;
  trustedProxies?: string[] | undefined;
}

@Module({})
class ProcessModule {}

/**
 * The app of a process, with the frame around its modules; it listens to nothing yet.
 * @throws ConfigurationError
 */
export async function createApp({ module, keys, logger, trustedProxies }: AppOptions): Promise<NestFastifyApplication> {
  const root: DynamicModule = {
    module: ProcessModule,
    imports: [
      keys,
      HttpModule.register((error, request) => logger.error({ err: error, ...request }, 'request failed')),
      module,
    ],
  };
  const facesUsers = modulesOf(module).has(EDGE);
  const listener = routedListener({ trustedProxies, facesUsers, log: accessLog(logger) });
  return NestFactory.create<NestFastifyApplication>(root, listener, {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
    forceCloseConnections: false,
  });
}
