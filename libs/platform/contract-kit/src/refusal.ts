/**
 * Body of a refusal: the three forms of the v4 API, and plain text. Field errors go under `message`, parameter errors under `error`. An undeclared
 * end of a request with a status of success has a record of its own.
 */
export type RefusalBody =
  | string
  | { message: string | readonly string[] | Record<string, readonly string[]> }
  | { error: string | readonly string[] }
  | { error: string; error_description: string; scope?: string }
  | { message?: never; error?: never; [field: string]: unknown };

/** A refusal as it is sent between processes. */
export interface RefusalRecord {
  code: string;
  status: number;
  body: RefusalBody;
  headers?: Record<string, string>;
}

/**
 * An expected error. Thrown by rules, writes and guards; the error filter answers with it unchanged and contract calls transmit it completely, so the
 * innermost code wins and no caller parses texts.
 */
export class Refusal extends Error implements RefusalRecord {
  readonly code: string;
  readonly status: number;
  readonly body: RefusalBody;
  readonly headers?: Record<string, string>;

  constructor(record: RefusalRecord) {
    super(`${record.code} (${record.status})`);
    this.name = 'Refusal';
    this.code = record.code;
    this.status = record.status;
    this.body = record.body;
    if (record.headers) this.headers = record.headers;
  }

  toRecord(): RefusalRecord {
    const { code, status, body, headers } = this;
    return { code, status, body, ...(headers && { headers }) };
  }
}

/** A kind of refusal: call it to create one, `is` to recognise one wherever it was thrown. */
export interface RefusalDefinition<Args = void> {
  (args: Args): Refusal;
  readonly code: string;
  readonly status: number;
  /** The body as an example for OpenAPI; undefined when it depends on arguments. */
  readonly example?: RefusalBody;
  is(error: unknown): error is Refusal;
}

export type AnyRefusalDefinition = Pick<RefusalDefinition<never>, 'code' | 'status' | 'example' | 'is'>;

/**
 * Declares a refusal.
 * @param code stable name in kebab-case, unique within Hearth
 * @param status HTTP status
 * @param body the response body, or a function from the arguments to it
 * @param headers response headers of the refusal, such as WWW-Authenticate, or a function from the arguments to them
 */
export function defineRefusal(
  code: string,
  status: number,
  body: RefusalBody,
  headers?: Record<string, string>,
): RefusalDefinition;
export function defineRefusal<Args>(
  code: string,
  status: number,
  body: RefusalBody | ((args: Args) => RefusalBody),
  headers?: Record<string, string> | ((args: Args) => Record<string, string>),
): RefusalDefinition<Args>;
export function defineRefusal<Args>(
  code: string,
  status: number,
  body: RefusalBody | ((args: Args) => RefusalBody),
  headers?: Record<string, string> | ((args: Args) => Record<string, string>),
): RefusalDefinition<Args> {
  const make = (args: Args) =>
    new Refusal({
      ...{ code, status, body: typeof body === 'function' ? body(args) : body },
      ...(headers && { headers: typeof headers === 'function' ? headers(args) : headers }),
    });
  return Object.assign(make, {
    code,
    status,
    ...(typeof body === 'function' ? {} : { example: body }),
    is: (error: unknown): error is Refusal => error instanceof Refusal && error.code === code,
  });
}
