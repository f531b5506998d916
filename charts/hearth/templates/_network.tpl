{{/* The services that each service calls, as in libs/contracts/MAP.md. */}}
{{- define "hearth.calls" -}}
gateway: [identity, projects, repository, merge-requests, ci]
identity: [projects]
projects: [identity, repository, merge-requests, ci]
repository: [identity, projects, merge-requests, ci]
merge-requests: [identity, projects, repository, ci]
ci: [identity, projects, repository, merge-requests]
{{- end }}

{{/* Public addresses: imports, webhooks, included files. A setting that opens private networks needs a NetworkPolicy of your own. */}}
{{- define "hearth.egress.public" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: [10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
    - ipBlock:
        cidr: '::/0'
        except: ['::1/128', 'fc00::/7', 'fe80::/10']
  ports:
    - { port: 80 }
    - { port: 443 }
    - { port: 1024, endPort: 65535 }
{{- end }}

{{- define "hearth.egress.dns" -}}
{{- with .Values.networkPolicies.dns -}}
- to: {{- toYaml .peers | nindent 4 }}
  ports:
    - { port: {{ .port }}, protocol: UDP }
    - { port: {{ .port }}, protocol: TCP }
{{- end }}
{{- end }}

{{- define "hearth.egress.postgres" -}}
- to: {{- toYaml .Values.postgres.peers | nindent 4 }}
  ports: [{ port: {{ .Values.postgres.port }} }]
{{- end }}

{{- define "hearth.egress.kafka" -}}
- to: {{- toYaml .Values.kafka.peers | nindent 4 }}
  ports:
    {{- range .Values.kafka.ports }}
    - { port: {{ . }} }
    {{- end }}
{{- end }}

{{/* Calls to services. Takes a list: the services, the port. */}}
{{- define "hearth.egress.calls" -}}
- to:
    - podSelector:
        matchExpressions:
          - { key: app.kubernetes.io/name, operator: In, values: {{ index . 0 | toJson }} }
        matchLabels: { app.kubernetes.io/part-of: hearth }
  ports:
    - { port: {{ index . 1 }} }
{{- end }}

{{/* NetworkPolicy of a Job, which nothing calls. Takes a list: the root, the Job's name, whether it reaches Kafka. */}}
{{- define "hearth.job-policy" -}}
{{- $root := index . 0 }}
{{- $name := index . 1 -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  namespace: {{ $root.Release.Namespace }}
  labels: {{- include "hearth.labels" $name | nindent 4 }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: '-1'
spec:
  podSelector:
    matchLabels: {{- include "hearth.selector" $name | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    {{- include "hearth.egress.dns" $root | nindent 4 }}
    {{- include "hearth.egress.postgres" $root | nindent 4 }}
    {{- if index . 2 }}
    {{- include "hearth.egress.kafka" $root | nindent 4 }}
    {{- end }}
{{- end }}
