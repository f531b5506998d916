import { flushCompileCache } from 'node:module';
import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { HttpCallServer } from '@hearth/calls';
import { endProcess, ownRevision, unknownVariables } from '@hearth/config';
import { instancesOf } from '@hearth/data';
import { startJobs } from '@hearth/jobs';
import { publishedBy } from '@hearth/http';
import { eventServerOf } from '@hearth/messaging';
import { ProcessTls, Verifier } from '@hearth/secrets';
import { startTraces, type RunningTraces } from '@hearth/telemetry';
import { collectDefaultMetrics } from 'prom-client';
import { modulesOf } from '@hearth/http';
import { checkSettings } from './check-settings.js';
import { readConfig, type ServiceConfig } from './config.js';
import { Connections } from './connections.js';
import { createApp } from './create-app.js';
import { OwnListener, WaitingRequests, drain, drainTimes, stopLimit } from './drain.js';
import { measureEventLoopDelay } from './metrics/event-loop-delay.js';
import { Health } from './health/health.js';
import { ProcessHealth } from './health/process-health.js';
import { internalListener } from './internal-listener.js';
import { InternalRoutes } from './internal-routes.js';
import { KeysModule } from './keys.module.js';
import { makeLogger, type Logger } from './logger.js';
import { nameSourcesInStacks } from './errors/source-stacks.js';
import { handleUncaughtErrors } from './errors/uncaught-errors.js';

export interface ServiceOptions {
  /** Name in logs: of the service, `gateway` or `all-in-one`. */
  name: string;
  /** The root module of the process. */
  module: Type;
}

/**
 * Runs a process of Hearth until it is stopped (SIGTERM, SIGINT, or the end of its supervisor). A mistake in the configuration ends it with
 * one sentence and status 2.
 */
export async function startService({ name, module }: ServiceOptions): Promise<void> {
  nameSourcesInStacks();
  try {
    checkSettings(module);
    const config = readConfig();
    const logger = makeLogger(name, config.HEARTH_LOG_LEVEL);
    handleUncaughtErrors(logger);
    for (const sentence of unknownVariables()) logger.warn(sentence);
    const traces = await startTraces(name, (message) => logger.warn(message));
    stopOnSignal(await run(module, config, logger, traces), logger);
  } catch (error) {
    endProcess(error);
  }
}

interface RunningService {
  /** Longest duration of `stop` in milliseconds. */
  readonly stopLimitMs: number;
  stop(): Promise<void>;
}

async function run(
  module: Type,
  config: ServiceConfig,
  logger: Logger,
  traces: RunningTraces,
): Promise<RunningService> {
  const startedAt = performance.now();
  const times = drainTimes();
  const tls = await ProcessTls.load((problem) => logger.warn(problem));
  const { HEARTH_SIGNING_KEY: signingKey, HEARTH_VERIFY_KEYS: verifyKeys } = config;
  const keys = await KeysModule.load({ signingKey, verifyKeys }, tls);
  const app = await createApp({ module, keys, logger, trustedProxies: config.HEARTH_TRUSTED_PROXIES, tls });
  const events = eventServerOf(app);
  if (events) app.connectMicroservice({ strategy: events });
  await app.init();
  const jobs = startJobs(app);
  const health = Health.of(app, {
    connected: () => events?.ready() !== false && jobs.ready(),
    problems: () => events?.problems() ?? [],
    stuck: () => events?.stuck() ?? [],
  });
  for (const each of instancesOf(app, ProcessHealth)) each.use(health);
  const internal = internalListener(app, {
    health,
    revision: ownRevision(),
    operatorNetworks: config.HEARTH_OPERATOR_NETWORKS,
    apis: publishedBy(modulesOf(module)),
    routes: instancesOf(app, InternalRoutes as Type<InternalRoutes>),
  });
  const onError = (error: unknown, contract: string, correlationId: string) =>
    logger.error({ err: error, contract, correlationId }, 'call failed');
  app.connectMicroservice({ strategy: new HttpCallServer(internal, app.get(Verifier), onError) });
  await app.startAllMicroservices();
  const parts = {
    health,
    routed: new Connections(app.getHttpServer()),
    internal: new Connections(internal.server),
    background: [
      ...instancesOf(app, WaitingRequests as Type<WaitingRequests>),
      ...[{ stop: async () => events?.close() }, jobs],
      ...instancesOf(app, OwnListener as Type<OwnListener>),
    ],
    close: async () => {
      await app.close();
      await internal.close();
      health.close();
      await traces.stop();
    },
    warn: (sentence: string) => logger.warn(sentence),
  };
  await app.listen(config.HEARTH_ROUTED.port, config.HEARTH_ROUTED.host);
  await internal.listen(config.HEARTH_INTERNAL);
  collectDefaultMetrics();
  measureEventLoopDelay((sentence) => logger.warn(sentence));
  logger.info({ milliseconds: Math.round(performance.now() - startedAt) }, 'listening');
  // Node writes its cache at the end of a process, but not of one that is killed.
  flushCompileCache();
  return { stopLimitMs: stopLimit(times), stop: () => drain(parts, times) };
}

/** The first signal shuts down in order, the second one exits at once. */
function stopOnSignal(service: RunningService, logger: Logger): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), service.stopLimitMs).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  let signals = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      signals += 1;
      if (signals > 1) process.exit(1);
      stop(signal);
    });
  }
  // Without its supervisor, nothing would ever stop the process.
  process.on('disconnect', () => stop('supervisor gone'));
}
