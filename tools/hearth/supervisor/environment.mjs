const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'JAVA_HOME'];

/** What any program that Hearth starts inherits: nothing that could change what it does by accident. */
export function systemEnvironment(source = process.env) {
  return pick(source, (name) => INHERITED.includes(name));
}

/** What a service inherits besides: telemetry and Hearth's own settings, without the password of the first sign-in. */
export function serviceEnvironment(source = process.env) {
  const settings = pick(source, (name) => /^(OTEL|HEARTH)_/.test(name) && name !== 'HEARTH_ROOT_PASSWORD');
  return { ...systemEnvironment(source), ...settings, NODE_ENV: 'production' };
}

/** What the environment says about the system to start: servers to use instead of own ones, the first password. */
export function settingsOfEnvironment(source = process.env) {
  return {
    databaseUrl: source.DATABASE_URL || undefined,
    brokers: source.KAFKA_BROKERS || undefined,
    rootPassword: source.HEARTH_ROOT_PASSWORD || undefined,
  };
}

function pick(source, wanted) {
  return Object.fromEntries(Object.entries(source).filter(([name]) => wanted(name)));
}
