{{/* A Job without a listener. Takes a dictionary: root, name, app, tag, args, env, secrets (by mount), volumes (others), hook (its annotations), seconds. */}}
{{- define "hearth.job" -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "hearth.labels" .name | nindent 4 }}
  {{- with .hook }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  backoffLimit: 3
  activeDeadlineSeconds: {{ .seconds }}
  template:
    metadata:
      labels: {{- include "hearth.labels" .name | nindent 8 }}
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext: {{- include "hearth.security-context" .root | nindent 8 }}
      {{- include "hearth.pull" .root | nindent 6 }}
      containers:
        - name: service
          image: {{ include "hearth.image" (list .root .app .tag) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: {{- toYaml .args | nindent 12 }}
          env: {{- include "hearth.env-list" .env | nindent 12 }}
          resources: {{- toYaml .root.Values.jobs.resources | nindent 12 }}
          securityContext: {{- include "hearth.container-security-context" .root | nindent 12 }}
          volumeMounts:
            {{- range concat (keys .secrets | sortAlpha) (keys .volumes | sortAlpha) }}
            - { name: {{ . }}, mountPath: /run/secrets/{{ . }}, readOnly: true }
            {{- end }}
      volumes:
        {{- range $mount, $secret := .secrets }}
        - name: {{ $mount }}
          secret: { secretName: {{ $secret }} }
        {{- end }}
        {{- range $mount, $volume := .volumes }}
        - name: {{ $mount }}
          {{- toYaml $volume | nindent 10 }}
        {{- end }}
{{- end }}

{{/* Annotations of a Job before an installation or upgrade: the last run is kept until then. Takes its weight. */}}
{{- define "hearth.job-hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation
{{- end }}

{{/* Passwords of all services as files of their names. */}}
{{- define "hearth.passwords" -}}
projected:
  sources:
    {{- range list "identity" "projects" "repository" "merge-requests" "ci" }}
    - secret: { name: {{ $.Values.secrets.databasePrefix }}{{ . }}, items: [{ key: password, path: {{ . }} }] }
    {{- end }}
{{- end }}
