{{- define "hearth.security-context" -}}
runAsNonRoot: true
seccompProfile: { type: RuntimeDefault }
{{- range $field, $value := .Values.securityContext }}
{{- if not (kindIs "invalid" $value) }}
{{ $field }}: {{ int64 $value }}
{{- end }}
{{- end }}
{{- end }}

{{- define "hearth.container-security-context" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "hearth.pull" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Spread over nodes and zones, as far as there are any. */}}
{{- define "hearth.spread" -}}
{{- $selector := include "hearth.selector" . }}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: { {{ $selector }} }
{{- end }}
{{- end }}

{{/* Secrets that a service's process reads, by mount. Takes a list: the root, the service. */}}
{{- define "hearth.secrets" -}}
{{- $name := index . 1 }}
{{- with (index . 0).Values.secrets -}}
signing: {{ .signingPrefix }}{{ $name }}
verify-keys: {{ .verifyKeys }}
{{- if eq $name "gateway" }}
ssh: {{ .sshHostKeys }}
{{- else }}
database: {{ .databasePrefix }}{{ $name }}
encryption-keys: {{ .encryptionKeys }}
kafka: {{ .kafka }}
kafka-ca: {{ .kafkaCa }}
{{- end }}
{{- if include "hearth.has-objects" $ }}
objects: {{ .objects }}
{{- end }}
{{- end }}
{{- end }}

{{/* The pod of a service. Takes a list: the root, the service. */}}
{{- define "hearth.pod" -}}
{{- $root := index . 0 }}
{{- $name := index . 1 }}
{{- $service := index $root.Values.services $name }}
{{- $secrets := include "hearth.secrets" . | fromYaml -}}
metadata:
  labels: {{- include "hearth.labels" $name | nindent 4 }}
  {{- with $root.Values.pods.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  # HEARTH_DRAIN_DELAY + HEARTH_GRACE + 10.
  terminationGracePeriodSeconds: {{ include "hearth.grace" $root }}
  securityContext:
    {{- include "hearth.security-context" $root | nindent 4 }}
    {{- if $root.Values.securityContext.fsGroup }}
    fsGroupChangePolicy: OnRootMismatch
    {{- end }}
  {{- include "hearth.pull" $root | nindent 2 }}
  {{- with $root.Values.pods.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.pods.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.pods.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  topologySpreadConstraints: {{- include "hearth.spread" $name | nindent 4 }}
  containers:
    - name: service
      image: {{ include "hearth.image" (list $root $name $service.tag) }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      env: {{- include "hearth.env" . | nindent 8 }}
      ports:
        - { name: routed, containerPort: 8080 }
        - { name: internal, containerPort: 9090 }
        {{- if eq $name "gateway" }}
        - { name: ssh, containerPort: 2222 }
        {{- end }}
      startupProbe:
        httpGet: { path: /health/live, port: internal }
        periodSeconds: 2
        failureThreshold: 90
      livenessProbe:
        httpGet: { path: /health/live, port: internal }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /health/ready, port: internal }
        periodSeconds: 2
        failureThreshold: 1
      resources: {{- toYaml $service.resources | nindent 8 }}
      securityContext: {{- include "hearth.container-security-context" $root | nindent 8 }}
      # Folders and not single files: a file that is mounted by subPath never changes, and keys are rotated.
      volumeMounts:
        {{- range $mount, $_ := $secrets }}
        - { name: {{ $mount }}, mountPath: /run/secrets/{{ $mount }}, readOnly: true }
        {{- end }}
        - { name: tmp, mountPath: /tmp }
        {{- if eq $name "gateway" }}
        - { name: routes, mountPath: /data/routes }
        {{- else if eq $name "repository" }}
        - { name: storage, mountPath: /data }
        {{- end }}
  volumes:
    {{- range $mount, $secret := $secrets }}
    - name: {{ $mount }}
      secret: { secretName: {{ $secret }} }
    {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: 1Gi }
    {{- if eq $name "gateway" }}
    - name: routes
      emptyDir: { sizeLimit: 100Mi }
    {{- end }}
{{- end }}

{{/* Seconds between the signal and the end of a pod. */}}
{{- define "hearth.grace" -}}
{{- $seconds := 10 }}
{{- range list .Values.settings.HEARTH_DRAIN_DELAY .Values.settings.HEARTH_GRACE }}
{{- $seconds = add $seconds (trimSuffix "s" . | int) }}
{{- end }}
{{- $seconds }}
{{- end }}
