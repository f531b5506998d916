/** Error for a parameter that this server does not support. */
export interface UnsupportedParameter {
  readonly error: string;
  readonly description: string;
}

/** The only supported response mode of each response type; requests may name it. */
const RESPONSE_MODES: Readonly<Record<string, string>> = { code: 'query', token: 'fragment' };

/**
 * Returns the error for an unsupported parameter; undefined when there is none. Ignoring it would be wrong: the client assumes that the
 * request is signed, or expects the response elsewhere.
 */
export function unsupportedParameter(asked: {
  readonly responseType: string | undefined;
  readonly responseMode: string | undefined;
  readonly request: string | undefined;
  readonly requestUri: string | undefined;
}): UnsupportedParameter | undefined {
  const { responseType = '', responseMode, request, requestUri } = asked;
  if (request !== undefined) return notSupported('request_not_supported', 'request');
  if (requestUri !== undefined) return notSupported('request_uri_not_supported', 'request_uri');
  const isUsual = responseMode === undefined || responseMode === RESPONSE_MODES[responseType];
  return isUsual ? undefined : notSupported('invalid_request', 'response_mode');
}

function notSupported(error: string, name: string): UnsupportedParameter {
  return { error, description: `The authorization server does not support this ${name}.` };
}
