import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { endProcess } from '@hearth/config';
import { startJobs } from '@hearth/jobs';
import { startMessaging } from '@hearth/messaging';
import { collectDefaultMetrics } from 'prom-client';
import { readConfig, type ServiceConfig } from './config.js';
import { createApp } from './create-app.js';
import { internalListener } from './internal-listener.js';
import { KeysModule } from './keys.module.js';
import { makeLogger, type Logger } from './logger.js';

export interface ServiceOptions {
  /** Name in logs: of the service, `gateway` or `all-in-one`. */
  name: string;
  /** The list of modules that makes the process. */
  module: Type;
}

/** Longest time that a stopping process spends on what it has begun. */
const GRACE_MS = 30_000;

/**
 * Runs a process of Hearth until it is told to stop (SIGTERM, SIGINT, or the supervisor is gone).
 * A mistake in the configuration ends it with one sentence and status 2.
 */
export async function startService({ name, module }: ServiceOptions): Promise<void> {
  try {
    const config = readConfig(process.env);
    const logger = makeLogger(name, config.HEARTH_LOG_LEVEL);
    stopOnSignal(await run(module, config, logger), logger);
  } catch (error) {
    endProcess(error);
  }
}

interface RunningService {
  stop(): Promise<void>;
}

async function run(module: Type, config: ServiceConfig, logger: Logger): Promise<RunningService> {
  const startedAt = performance.now();
  const keys = await KeysModule.load({
    signingKey: config.HEARTH_SIGNING_KEY,
    verifyKeys: config.HEARTH_VERIFY_KEYS,
  });
  const app = await createApp({ module, keys, logger, trustedProxies: config.HEARTH_TRUSTED_PROXIES });
  await app.init();
  const jobs = await startJobs(app);
  const messaging = await startMessaging(app);
  let stopping = false;
  const internal = internalListener(app, logger, () => !stopping && messaging.ready() && jobs.ready());
  await app.listen(config.HEARTH_ROUTED.port, config.HEARTH_ROUTED.host);
  await internal.listen(config.HEARTH_INTERNAL);
  collectDefaultMetrics();
  logger.info({ milliseconds: Math.round(performance.now() - startedAt) }, 'listening');
  return {
    stop: async () => {
      stopping = true;
      await Promise.all([messaging.stop(), jobs.stop()]);
      await app.close();
      await internal.close();
    },
  };
}

function stopOnSignal(service: RunningService, logger: Logger): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // Without its supervisor nobody would ever stop the process.
  process.on('disconnect', () => stop('supervisor gone'));
}
