import { randomBytes } from 'node:crypto';
import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { register } from 'prom-client';
import { TestDatabase, until } from '@hearth/data/testing';
import { traced } from '@hearth/telemetry';
import { SampleApp } from '../testing/sample-app.js';
import { ciSchema, projectsSchema, repositorySchema } from '../testing/sample-events.js';
import { TOPICS, topicName } from '../topics.js';
import { createTopics } from './create-topics.js';
import { makeAdmin } from './kafka-clients.js';
import { kafkaConnection } from './kafka-settings.js';

interface EndedSpan {
  readonly name: string;
  readonly parentSpanContext?: { readonly spanId: string };
  spanContext(): { readonly spanId: string; readonly traceId: string };
}

const prefix = `test-${randomBytes(4).toString('hex')}`;

describe('what is seen of events through Kafka', () => {
  const { HEARTH_TOPIC_PREFIX } = process.env;
  const spans: EndedSpan[] = [];
  const sdk = new NodeSDK({
    metricReaders: [],
    logRecordProcessors: [],
    spanProcessors: [
      {
        onStart: () => undefined,
        onEnd: (span) => void spans.push(span),
        forceFlush: () => Promise.resolve(),
        shutdown: () => Promise.resolve(),
      },
    ],
  });
  let database: TestDatabase;
  let app: SampleApp;

  beforeAll(async () => {
    sdk.start();
    process.env['HEARTH_TOPIC_PREFIX'] = prefix;
    await createTopics();
    database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
    app = await SampleApp.start('kafka');
  }, 60_000);

  afterAll(async () => {
    await app?.stop();
    const admin = makeAdmin(kafkaConnection(), 'test');
    await admin.connect();
    await admin.deleteTopics({ topics: TOPICS.map((topic) => topicName(prefix, topic)) });
    await admin.disconnect();
    await database?.drop();
    await sdk.shutdown();
    // Specs share their process, and the SDK leaves its parts behind.
    for (const api of [trace, propagation, context]) api.disable();
    if (HEARTH_TOPIC_PREFIX === undefined) delete process.env['HEARTH_TOPIC_PREFIX'];
    else process.env['HEARTH_TOPIC_PREFIX'] = HEARTH_TOPIC_PREFIX;
  }, 60_000);

  /** The value of a metric with these labels, among the lines that Prometheus would read. */
  const metric = async (line: string) => {
    const found = (await register.metrics()).split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };

  it('a trace leads from the request through the topic to the reactions, and on to theirs', async () => {
    await traced('the request', {}, () => app.append([{ projectId: 1, step: 1, mood: 'good' }]));
    const last = await until('the last reaction is seen', () =>
      Promise.resolve(spans.find(({ name }) => name === 'process repository.step-seen')),
    );
    const parents: string[] = [];
    for (let span: EndedSpan | undefined = last; span !== undefined;) {
      parents.push(span.name);
      const parent: string | undefined = span.parentSpanContext?.spanId;
      span = spans.find((each) => each.spanContext().spanId === parent);
    }
    expect(parents.filter((name) => /request|send|process/.test(name))).toEqual([
      'process repository.step-seen',
      'send repository.step-seen',
      'process projects.step-done',
      'send projects.step-done',
      'the request',
    ]);
    const traces = new Set(spans.filter(({ name }) => /step-/.test(name)).map((span) => span.spanContext().traceId));
    expect([...traces]).toEqual([last.spanContext().traceId]);
  }, 60_000);

  it('metrics tell how long handlers take, what lies before consumers, and what was given up', async () => {
    await app.append([{ projectId: 2, step: 1, mood: 'poison' }]);
    const labels = 'service="repository",handler="OnStepDone"';
    await until('an attempt failed', async () => (await metric(`hearth_events_retries_total{${labels}}`)) ?? false);
    // The failed event counts as lag while it is delayed.
    await until(
      'it lags',
      async () =>
        ((await metric(`hearth_consumer_lag_events{service="repository",topic="${prefix}.projects"}`)) ?? 0) > 0,
    );
    await until('it was given up', async () => (await app.deadLetters.list()).length === 1);
    await until(
      'nothing is left',
      async () => (await metric(`hearth_consumer_lag_events{service="repository",topic="${prefix}.projects"}`)) === 0,
    );
    expect(await metric(`hearth_events_handler_seconds_count{${labels}}`)).toBeGreaterThanOrEqual(5);
    expect(await metric(`hearth_events_dead_letters_total{${labels}}`)).toBeGreaterThanOrEqual(1);
    await until('it is counted', async () => (await metric('hearth_dead_letters_open{service="repository"}')) === 1);
    expect(await metric('hearth_dead_letters_oldest_seconds{service="repository"}')).toBeGreaterThan(0);
    await app.stop();
    expect(await metric('hearth_dead_letters_open{service="repository"}')).toBeUndefined();
    expect(await metric('hearth_outbox_lag_seconds{service="repository"}')).toBeUndefined();
    expect(await metric(`hearth_consumer_lag_events{service="repository",topic="${prefix}.projects"}`)).toBeUndefined();
  }, 90_000);
});
