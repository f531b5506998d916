/** What the client is told of a parameter that this server does not have. */
export interface UnsupportedParameter {
  readonly error: string;
  readonly description: string;
}

/** How each response type is answered, which a request may repeat. */
const RESPONSE_MODES: Readonly<Record<string, string>> = { code: 'query', token: 'fragment' };

/**
 * A parameter that a request relies on and that would be passed over: the client takes what it says for signed, or waits for its answer
 * elsewhere. Undefined: there is none.
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
