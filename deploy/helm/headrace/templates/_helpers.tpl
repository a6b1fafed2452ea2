{{/* Names begin with the release, so that several releases live in one namespace. */}}
{{- define "headrace.name" -}}
{{- if contains "headrace" .Release.Name -}}{{ .Release.Name | trunc 30 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-headrace" .Release.Name | trunc 30 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{/* What selects pods: (dict "root" $ "component" "api"). It may not change from one version to the next. */}}
{{- define "headrace.selector" -}}
app.kubernetes.io/name: headrace
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "headrace.labels" -}}
{{ include "headrace.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "headrace.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end -}}

{{/* Settings as environment variables, sorted by name. */}}
{{- define "headrace.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "headrace.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Nobody's account, no token for the cluster's API, and no variables of Services, whose names begin with HEADRACE_ too. */}}
{{- define "headrace.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- with .Values.account }}
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  {{- end }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{/* Authorities of one's own: Node reads their file, and so does PostgreSQL's driver, which asks Node. */}}
{{- define "headrace.authoritiesSetting" -}}
{{- with .Values.authorities }}
- name: NODE_EXTRA_CA_CERTS
  value: /authorities/ca.crt
{{- end }}
{{- end -}}

{{- define "headrace.authoritiesMount" -}}
{{- with .Values.authorities }}
- name: authorities
  mountPath: /authorities
  readOnly: true
{{- end }}
{{- end -}}

{{- define "headrace.authoritiesVolume" -}}
{{- with .Values.authorities }}
- name: authorities
  configMap:
    name: {{ . }}
{{- end }}
{{- end -}}
