/** Field with the CSRF token, which the frame requires in every form. */
export const csrf = '<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">';

/** Failure of the whole form. */
export const error = '<% if (it.error) { %><p class="error" role="alert" id="error"><%= it.error %></p><% } %>';

/**
 * Returns the attributes of the field that the form's failure is about: it gets the focus.
 * @param hint id of a further description of the field
 * @param when an expression of the template
 */
export function onError(hint?: string, when = 'it.error'): string {
  const described = hint === undefined ? '' : ` aria-describedby="${hint}"`;
  const both = ` aria-describedby="${hint === undefined ? '' : `${hint} `}error"`;
  return `<% if (${when}) { %> aria-invalid="true" autofocus${both}<% } else { %>${described}<% } %>`;
}

/** Field with a form that expired with its session, and continues after the sign-in. */
export const kept = '<% if (it.kept) { %><input type="hidden" name="kept" value="<%= it.kept %>"><% } %>';

interface FieldOptions {
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'date' | 'number' | 'search' | 'file';
  /** Text below the field, and its description for screen readers. */
  readonly hint?: string;
  /** Further attributes, as HTML. */
  readonly attributes?: string;
  /** Number of lines of a text area. */
  readonly rows?: number;
}

/** Returns the failures of a field, shown below it and as its description for screen readers. */
export function failuresOf(name: string): string {
  return `<% if (it.errors.${name}) { %><p id="${name}-error" class="field-error"><%= it.errors.${name} %></p><% } %>`;
}

/** Returns the attributes of a field with a failure: the first one on a page gets the focus. */
export function focusOf(name: string): string {
  return `<% if (it.errors.${name} && !it.focused) { it.focused = true %> autofocus<% } %>`;
}

/** Returns the attributes of a field or group of fields with the ids of its hint and failures. */
export function describedBy(name: string, hint?: string): string {
  const described = hint === undefined ? '' : ` aria-describedby="${hint}"`;
  const both = `${hint === undefined ? '' : `${hint} `}${name}-error`;
  return `<% if (it.errors.${name}) { %> aria-describedby="${both}"<% } else { %>${described}<% } %>`;
}

/** Returns a field with its label, its value `it.values[name]` and its failures `it.errors[name]`. */
export function field(name: string, label: string, { type = 'text', hint, attributes = '', rows }: FieldOptions = {}) {
  const described = describedBy(name, hint === undefined ? undefined : `${name}-hint`);
  const invalid = `<% if (it.errors.${name}) { %> aria-invalid="true"<% } %>${focusOf(name)}`;
  const common = `id="${name}" name="${name}" ${attributes}${described}${invalid}`;
  const value = `<%= it.values?.${name} ?? '' %>`;
  const control =
    rows === undefined
      ? `<input ${common} type="${type}"${type === 'file' ? '' : ` value="${value}"`}>`
      : `<textarea ${common} rows="${rows}">${value}</textarea>`;
  return [
    `<label for="${name}">${label}</label>`,
    control,
    failuresOf(name),
    ...(hint === undefined ? [] : [`<p id="${name}-hint" class="hint">${hint}</p>`]),
  ].join('\n');
}

/** Returns a button with its own form. `path` and `name` are expressions of the template. */
export function button(text: string, path: string, name: string): string {
  return `<form method="post" action="<%= ${path} %>">${csrf}<button class="plain danger" aria-label="${text} <%= ${name} %>">${text}</button></form>`;
}

/** Returns a text to copy, by a button where scripts run, otherwise by selection. `text` is an expression of the template. */
export function copied(id: string, text: string, name: string): string {
  return `<div class="copied"><code class="secret" id="${id}"><%= ${text} %></code> <button type="button" class="plain" data-copy="${id}" aria-live="polite" hidden>Copy ${name}</button></div>`;
}

/** Returns a `time` element. `moment` is an expression of the template. */
export function time(moment: string): string {
  return `<time datetime="<%= ${moment}.toISOString() %>"><%= ${moment}.toISOString().slice(0, 10) %></time>`;
}

/**
 * Returns the frame of pages with a side menu. A page names its entry: `layout('@…', { current: 'profile' })`.
 * @param menu entries: key, path and text
 */
export function menuFrame(
  label: string,
  menu: readonly (readonly [key: string, path: string, text: string])[],
): string {
  const entry = ([key, path, text]: (typeof menu)[number]) =>
    `<li><a href="${path}"<% if (it.current === '${key}') { %> aria-current="page"<% } %>>${text}</a></li>`;
  return `<% layout('@layout', { columns: true }) %>
<nav class="side" aria-label="${label}"><ul>
${menu.map(entry).join('\n')}
</ul></nav>
<main id="content">
<%~ include('@notice', it) %>
<%~ it.body %>
</main>
`;
}

/** All failures of a page's form. */
export const failures = "<%~ include('@failures', it) %>";
/** Links to the previous and next page of a list. */
export const pager = "<%~ include('@pager', it) %>";
