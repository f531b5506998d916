import { SpanKind, type Attributes } from '@opentelemetry/api';
import type { ServiceName } from '@hearth/contract-kit';
import { isTraced, pastSpan, traced } from '@hearth/telemetry';
import { EventSubscriber, type EntitySubscriberInterface } from 'typeorm';
import type { AfterQueryEvent } from 'typeorm/subscriber/event/QueryEvent.js';
import { schemaName } from './service-schema.js';

const LONGEST_TEXT = 2_000;
const TABLE = /\b(?:from|into|update)\s+([\w."]+)/i;

/** Runs a statement in a span when the running work belongs to a recorded trace. The span has the statement's text, no values. */
export function tracedStatement<T>(service: ServiceName, text: string, send: () => Promise<T>): Promise<T> {
  return isTraced() ? traced(spanName(text), attributesOf(schemaName(service), text), send, SpanKind.CLIENT) : send();
}

/** Runs a transaction in a span, the parent of its statements. */
export function tracedTransaction<T>(service: ServiceName, work: () => Promise<T>): Promise<T> {
  return isTraced()
    ? traced('transaction', { 'db.system.name': 'postgresql', 'db.namespace': schemaName(service) }, work)
    : work();
}

/** Adds spans for TypeORM's own statements: those of repositories, and those that begin and end transactions. */
@EventSubscriber()
export class StatementSpans implements EntitySubscriberInterface {
  afterQuery({ query, executionTime = 0, success, error, dataSource }: AfterQueryEvent): void {
    if (!isTraced()) return;
    const failed = success ? undefined : String((error as Error | undefined)?.message);
    pastSpan(
      spanName(query),
      SpanKind.CLIENT,
      attributesOf(String((dataSource.options as { schema?: string }).schema), query),
      executionTime,
      failed,
    );
  }
}

/** Returns a span name of low cardinality: `SELECT projects`. */
function spanName(text: string): string {
  const verb = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL';
  const table = TABLE.exec(text)?.[1]?.replaceAll('"', '');
  return table ? `${verb} ${table}` : verb;
}

function attributesOf(schema: string, text: string): Attributes {
  return {
    'db.system.name': 'postgresql',
    'db.namespace': schema,
    'db.query.text': text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT),
  };
}
