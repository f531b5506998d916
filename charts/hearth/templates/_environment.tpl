{{/* Where each service is: HEARTH_SERVICES. */}}
{{- define "hearth.services" -}}
{{- $services := dict }}
{{- range $name := list "identity" "projects" "merge-requests" "ci" }}
{{- $_ := set $services $name (dict "routed" (printf "http://%s:8080" $name) "internal" (printf "http://%s:9090" $name)) }}
{{- end }}
{{- $storages := dict }}
{{- range $index := until (int .Values.services.repository.storages) }}
{{- $host := printf "http://repository-%d.repository" $index }}
{{- $_ := set $storages (printf "storage-%d" $index) (dict "routed" (printf "%s:8080" $host) "internal" (printf "%s:9090" $host)) }}
{{- end }}
{{- set $services "repository" $storages | toJson }}
{{- end }}

{{- define "hearth.storage-names" -}}
{{- $names := list }}
{{- range until (int .Values.services.repository.storages) }}{{ $names = append $names (printf "storage-%d" .) }}{{ end }}
{{- join "," $names }}
{{- end }}

{{/* Variables of every process. */}}
{{- define "hearth.environment.process" -}}
HEARTH_URL: {{ .Values.url | quote }}
HEARTH_ROUTED: 0.0.0.0:8080
HEARTH_INTERNAL: 0.0.0.0:9090
HEARTH_SIGNING_KEY: /run/secrets/signing/signing.json
HEARTH_VERIFY_KEYS: /run/secrets/verify-keys/verify-keys.json
HEARTH_SERVICES: {{ include "hearth.services" . | quote }}
{{- if .Values.monitoring.enabled }}
HEARTH_OPERATOR_NETWORKS: {{ .Values.podNetworks | quote }}
{{- end }}
{{- end }}

{{/* Variables of a process with PostgreSQL and Kafka. Takes a list: the root, the service. */}}
{{- define "hearth.environment.engines" -}}
{{- $root := index . 0 -}}
DATABASE_URL: {{ include "hearth.database-url" (list $root (include "hearth.login" (index . 1))) | quote }}
DATABASE_PASSWORD_FILE: /run/secrets/database/password
HEARTH_DATABASE_POOL: {{ $root.Values.postgres.pool }}
{{- with $root.Values.kafka }}
KAFKA_BROKERS: {{ .brokers | quote }}
KAFKA_SSL: 1
KAFKA_SSL_CA_FILE: /run/secrets/kafka-ca/ca.crt
KAFKA_SASL_MECHANISM: {{ .mechanism | quote }}
KAFKA_SASL_USERNAME: {{ .username | quote }}
KAFKA_SASL_PASSWORD_FILE: /run/secrets/kafka/password
{{- with .replicationFactor }}
HEARTH_TOPIC_REPLICATION_FACTOR: {{ . }}
{{- end }}
{{- with .minInsyncReplicas }}
HEARTH_TOPIC_MIN_INSYNC_REPLICAS: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "hearth.environment.gateway" -}}
HEARTH_TRUSTED_PROXIES: {{ .Values.podNetworks | quote }}
# A container that restarts knows the routes of services that are away.
HEARTH_ROUTES_FOLDER: /data/routes
HEARTH_SSH: 0.0.0.0:2222
HEARTH_SSH_HOST_KEYS_FILE: /run/secrets/ssh/host-keys
{{- end }}

{{- define "hearth.environment.objects" -}}
{{- with .Values.objects -}}
HEARTH_OBJECTS: {{ .bucket | quote }}
HEARTH_OBJECTS_REGION: {{ .region | quote }}
HEARTH_OBJECTS_CREDENTIALS_FILE: /run/secrets/objects/credentials
{{- if .endpoint }}
HEARTH_OBJECTS_ENDPOINT: {{ .endpoint | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* The variables of a service as a list of `env`; settings win. Takes a list: the root, the service. */}}
{{- define "hearth.env" -}}
{{- $root := index . 0 }}
{{- $name := index . 1 }}
{{- $env := include "hearth.environment.process" $root | fromYaml }}
{{- if eq $name "gateway" }}
{{- $env = merge (include "hearth.environment.gateway" $root | fromYaml) $env }}
{{- else }}
{{- $env = merge (include "hearth.environment.engines" . | fromYaml) $env }}
{{- $_ := set $env "HEARTH_KEYS_FILE" "/run/secrets/encryption-keys/encryption-keys" }}
{{- end }}
{{- if include "hearth.has-objects" . }}
{{- $env = merge (include "hearth.environment.objects" $root | fromYaml) $env }}
{{- end }}
{{- if has $name (list "gateway" "projects") }}
{{- $_ := set $env "HEARTH_SSH_PUBLIC_PORT" $root.Values.ssh.port }}
{{- end }}
{{- if eq $name "repository" }}
{{- $_ := set $env "HEARTH_STORAGE_NAMES" (include "hearth.storage-names" $root) }}
{{- $_ := set $env "HEARTH_STORAGES" "{\"storage-$(POD_INDEX)\": \"/data/storage\"}" }}
- name: POD_INDEX
  valueFrom:
    fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" }
{{- end }}
{{- $env = merge dict (index $root.Values.services $name).settings $root.Values.settings $env }}
{{ include "hearth.env-list" $env }}
{{- end }}

{{- define "hearth.env-list" -}}
{{- range $variable, $value := . }}
- { name: {{ $variable }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}

{{/* Whether a service reads the bucket: not empty. Takes a list: the root, the service. */}}
{{- define "hearth.has-objects" -}}
{{- if and (index . 0).Values.objects.enabled (has (index . 1) (list "ci" "repository")) }}yes{{ end }}
{{- end }}
