{{/* The label of one process, which selectors use. */}}
{{- define "hearth.selector" -}}
app.kubernetes.io/name: {{ . }}
{{- end }}

{{- define "hearth.labels" -}}
app.kubernetes.io/name: {{ . }}
app.kubernetes.io/part-of: hearth
{{- end }}

{{/* Image of an app. Takes a list: the root, the app, its tag. */}}
{{- define "hearth.image" -}}
{{- $root := index . 0 -}}
{{ $root.Values.image.prefix }}{{ index . 1 }}:{{ index . 2 | default $root.Chart.AppVersion }}
{{- end }}

{{/* URL of the database with a login, without its password. Takes a list: the root, the login. */}}
{{- define "hearth.database-url" -}}
{{- with (index . 0).Values.postgres -}}
postgres://{{ index $ 1 }}@{{ .host }}:{{ .port }}/{{ .database }}
{{- end }}
{{- end }}

{{/* The login of a service. */}}
{{- define "hearth.login" -}}
hearth_{{ . | replace "-" "_" }}
{{- end }}
