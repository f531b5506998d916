import { serviceNameGiven, tracingAsked } from './settings.js';

const ENDPOINT = 'http://collector:4318';

describe('tracingAsked', () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ENDPOINT}/v1/traces` }],
    [{ OTEL_TRACES_EXPORTER: 'console' }],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'false' }],
  ])('sees that %j asks', (environment) => {
    expect(tracingAsked(environment)).toBe(true);
  });

  it.each([
    [{}],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    [{ OTEL_SERVICE_NAME: 'projects', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
  ])('sees that %j does not', (environment) => {
    expect(tracingAsked(environment)).toBe(false);
  });
});

describe('serviceNameGiven', () => {
  it.each([
    [{ OTEL_SERVICE_NAME: 'projects' }, true],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'a=b,service.name=projects' }, true],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=hearth' }, false],
    [{}, false],
  ])('%j: %s', (environment, given) => {
    expect(serviceNameGiven(environment)).toBe(given);
  });
});
